"""Sounds the tests make: tones and pauses, written as files by the standard library alone."""

import wave
from pathlib import Path

import numpy as np

RATE = 16_000


def tone(seconds, level=0.3, pitch=220.0):
    """A mono tone, float32 at 16 kHz."""
    return (level * np.sin(2 * np.pi * pitch * np.arange(round(seconds * RATE)) / RATE)).astype(np.float32)


def silence(seconds):
    return np.zeros(round(seconds * RATE), np.float32)


def write_wave(path: Path, *channels, rate=RATE):
    """A 16-bit WAVE file of float channels in -1..1."""
    frames = (np.stack(channels, axis=1) * 32767).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(len(channels))
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(frames.tobytes())
    return path
