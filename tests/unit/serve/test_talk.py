"""`tracker ask`: one question, or several that go on from each other; and what it says when it does not understand."""

from __future__ import annotations

import io
import re


def test_several_questions_are_one_talk(cli, home):
    """Each in the context of the one before; a question that is not understood does not break the thread."""
    done = cli("ask", "where were my car keys at 14:00?", "blorf the dingus", "and now?", "--json", on=home)
    first, lost, last = done.json
    assert (first["understood"], lost["understood"], last["understood"]) == (True, False, True)
    assert last["plan"]["entities"] == ["keys"]
    assert done.code == 0
    out = cli("ask", "where are my car keys?", "and the diary?", on=home).out.splitlines()
    assert out[0] == "> where are my car keys?"
    assert "> and the diary?" in out


def test_questions_are_read_from_standard_input_line_by_line(cli, home, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("where are my car keys?\n\nand the wallet?\n"))
    done = cli("ask", "-", "--json", on=home)
    assert [one["plan"]["entities"] for one in done.json] == [["keys"], ["wallet"]]


def test_one_question_stays_one_document(cli, home):
    assert cli("ask", "where are my car keys?", "--json", on=home).json["understood"]


def test_a_question_without_quotes_is_one_question(cli, home):
    """The shell has taken it apart; nobody asks 'where', 'are' and 'my'."""
    done = cli("ask", "where", "are", "my", "car", "keys?", "--json", on=home)
    assert done.json["question"] == "where are my car keys?"


def test_an_unread_question_names_the_list_in_one_line(cli, home):
    done = cli("ask", "why are my car keys so heavy?", on=home)
    assert done.code == 1
    assert done.out.count("\n") == 1
    assert done.out.startswith("I did not understand the question. Nearest that I understand: where are my car keys?")
    assert done.out.endswith(" (`tracker ask --help` lists all forms.)\n")


def test_every_question_that_the_help_lists_is_understood(cli, home):
    """The list is a promise."""
    listed = re.findall(r"[「“]([^」”]+)[」”]", " ".join(cli("ask", "--help").out.replace("│", " ").split()))
    assert len(listed) >= 24
    assert {one.isascii() for one in listed} == {True, False}
    replies = cli("ask", *listed, "--json", on=home).json
    assert [one["question"] for one in replies if not one["understood"]] == []
