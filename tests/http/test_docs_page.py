"""The commands of docs/http.md do what they say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.http.home import ROOT, ROWS, serving

PAGE = (Path(ROOT) / "docs" / "http.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```bash\n(.*?)^```", PAGE, flags=re.S | re.M)


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not here")
def test_every_command_is_answered_well(tmp_path):
    (tmp_path / "events.jsonl").write_text("\n".join(map(json.dumps, ROWS)), "utf-8")
    assert len(BLOCKS) >= 2
    with serving(f"sqlite:///{tmp_path}/home.db") as server:
        for block in BLOCKS:
            for command in re.findall(r"^curl .*?(?=^curl |\Z)", block, flags=re.S | re.M):
                checked = command.replace("curl ", "curl --silent --show-error --fail-with-body ", 1)
                done = subprocess.run(
                    ["bash", "-ec", checked],
                    cwd=tmp_path,
                    env={**os.environ, "URL": server.url},
                    capture_output=True,
                    text=True,
                    timeout=60,
                    check=False,
                )
                assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
                assert json.loads(done.stdout) is not None
