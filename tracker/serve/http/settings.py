"""How a server was asked to run. Worker processes are given the same."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path

from pydantic import BaseModel, ConfigDict

LOOPBACK = "127.0.0.1"
PORT = 8360
RATE = 5_000


class Settings(BaseModel):
    """`media`: the folder that evidence is served from, None for the one it is started in. `hosts`: names, beside
    addresses and this machine's own, by which a request may call the server. `rate`: requests a second that one caller
    may make, on average; `largest_batch` and `largest_body`: bytes that a body may have, where events are sent and
    elsewhere."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    db: str
    host: str = LOOPBACK
    port: int = PORT
    workers: int = 1
    media: Path | None = None
    hosts: tuple[str, ...] = ()
    rate: int = RATE
    largest_batch: int = 32 * 1024 * 1024
    largest_body: int = 1024 * 1024


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens on that host."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
