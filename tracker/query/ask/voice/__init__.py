"""How answers sound, in the language of the question."""

from tracker.query.ask.voice.voices import Voice, voice_for

__all__ = ["Voice", "voice_for"]
