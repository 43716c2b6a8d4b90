"""What the speech tests share."""

import importlib.util
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def sounds():
    """The module that makes sounds, which import mode `importlib` would not find by name."""
    spec = importlib.util.spec_from_file_location("speech_sounds", Path(__file__).with_name("sounds.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
