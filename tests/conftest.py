"""Shared by all tests: hypothesis profiles and a PostgreSQL server of our own."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
# The same examples on every run, so that a gate does not fail by chance; `--thorough` looks further each time.
settings.register_profile(
    "default", max_examples=60, deadline=None, derandomize=True, suppress_health_check=_SLOW_IS_FINE
)
settings.register_profile("thorough", max_examples=2000, deadline=None, suppress_health_check=_SLOW_IS_FINE)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="many more hypothesis examples and fault rounds")


def pytest_configure(config: pytest.Config) -> None:
    """A background job or `nohup` starts its children with signals ignored, and a login may have any umask: the tests
    and what they start begin as a program does that a person starts."""
    for number, how in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, how)
    os.umask(0o022)
    settings.load_profile("thorough" if config.getoption("--thorough") else "default")


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--thorough"))


class PostgresServer:
    """A server in a temporary folder, reached by a Unix socket there; it refuses to run as root, so root lends it the
    `postgres` user."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="tracker-pg-"))
        self._numbers = count(1)
        self._as_user: list[str] = []
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self._as_user = ["runuser", "-u", "postgres", "--"]
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "tracker", "-A", "trust", "-E", "UTF8", "--no-sync")
        self._guard = self._set_guard()
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as_user, str(self._programs / program), *arguments]
        done = subprocess.run(command, check=False, cwd=self.folder, capture_output=True, text=True, timeout=120)
        if done.returncode:
            log = self.folder / "log"
            said = log.read_text() if log.exists() else ""
            raise RuntimeError(f"{program} failed: {done.stdout}{done.stderr}{said}")

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off -c max_connections=60"
        data = str(self.folder / "data")
        self._run("pg_ctl", "-D", data, "-w", "-s", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """`fast` breaks off what is under way; `immediate` is a crash."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-s", "-m", how, "stop")

    def new_place(self) -> str:
        """The URL of a new, empty schema: as separate as a database, and made in milliseconds."""
        name = f"t{next(self._numbers)}"
        self._tell(f"CREATE SCHEMA {name}")
        return f"postgresql+psycopg://tracker@/postgres?host={self.folder}&options=-csearch_path%3D{name}"

    def drop_place(self, url: str) -> None:
        self._tell(f"DROP SCHEMA {url.rpartition('%3D')[2]} CASCADE")

    def _tell(self, sql: str) -> None:
        import psycopg

        with psycopg.connect(host=str(self.folder), user="tracker", dbname="postgres", autocommit=True) as connection:
            connection.execute(sql)

    def _set_guard(self) -> subprocess.Popen[bytes]:
        """A shell that waits for our end of a pipe to close, which also happens when the tests are killed, and then
        stops the server and removes its folder."""
        stop = [*self._as_user, str(self._programs / "pg_ctl"), "-D", f"{self.folder}/data", "-m", "immediate", "stop"]
        clean_up = f"read _; cd {self.folder}; {' '.join(stop)}; rm -rf {self.folder}"
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            ["sh", "-c", clean_up], stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=True
        )

    def remove(self) -> None:
        self._guard.communicate(timeout=120)


def _postgres_programs() -> Path | None:
    candidates = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if shutil.which("pg_config"):
        asked = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=True)
        candidates.insert(0, Path(asked.stdout.strip()))
    return next((folder for folder in candidates if (folder / "initdb").exists()), None)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """The session's server. Without one the test is skipped, but in CI it fails: there it must run."""
    programs = _postgres_programs()
    if programs is None:
        missing = "no PostgreSQL server here (initdb not found; Debian: apt-get install postgresql)"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    server = PostgresServer(programs)
    yield server
    server.remove()


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """An empty place on the server, dropped after the test."""
    url = postgres.new_place()
    yield url
    postgres.drop_place(url)
