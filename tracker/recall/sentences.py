"""The lines of a context: what is known of a thing now, and each memory with its dates, grounds and evidence."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.domain.answers import Candidate, Whereabouts
from tracker.domain.memories import Recalled
from tracker.domain.payloads import LOCATION
from tracker.domain.times import to_us
from tracker.recall.dating import Dating
from tracker.recall.fence import quoted

_MOST_EVIDENCE = 2
_LONGEST = 600
"""Of a longer memory a context quotes the beginning."""


def told_state(found: Whereabouts, dating: Dating) -> str:
    """One line about a thing as it is at the time of the context."""
    say = dating.say
    what = quoted(found.entity_id) + ("" if found.attribute == LOCATION else f" {quoted(found.attribute)}")
    value = _value(found, dating)
    since = None if found.since is None else dating.both(to_us(found.since))
    if found.status == "current" and since is not None:
        line = say(f"{what}: current: {value}, since {since}", f"{what}：目前：{value}，從{since}起")
    elif found.status == "conflict":
        sides = "; ".join(_side(one, dating) for one in found.candidates)
        line = say(f"{what}: in conflict, not settled: {sides}", f"{what}：說法不一，尚未裁定：{sides}")
    elif found.last_seen is not None:
        seen, when = quoted(found.last_seen.place), dating.both(to_us(found.last_seen.at))
        now = say("not known where now", "現在何處不明")
        line = say(f"{what}: last seen, not current: {seen}, {when}", f"{what}：最後一次所見，不是目前：{seen}，{when}")
        line += f" ({now})" if found.status == "unknown" else ""
    else:
        line = say(f"{what}: not known now", f"{what}：目前不明")
    return f"- {line}{_grounds(found.basis, dating)}{_evidence([str(one) for one in found.event_ids])}"


def _value(found: Whereabouts, dating: Dating) -> str:
    value = quoted(found.value or found.place or "")
    relation = f"{found.relation.replace('_', ' ')} " if found.relation else ""
    around = "".join(f" ({dating.say('in', '在')} {quoted(each)})" for each in found.path[1:])
    return f"{relation}{value}{around}"


def _side(one: Candidate, dating: Dating) -> str:
    denied = dating.say("not ", "不是") if one.denied else ""
    when = dating.both(to_us(one.since))
    return f"{denied}{quoted(one.value)} ({dating.say('by', '來自')} {quoted(one.source)}, {when})"


def _grounds(basis: str | None, dating: Dating) -> str:
    if basis is None:
        return ""
    observed = basis in ("observed", "system")
    return f" [{dating.say('observed', '觀察到')}]" if observed else f" [{dating.say('told', '聽說')}]"


def told_memory(number: int, memory: Recalled, dating: Dating) -> str:
    """One line about a memory, its text quoted."""
    say = dating.say
    began = dating.both(to_us(memory.start))
    who = quoted(memory.speaker or memory.source)
    told = say("told by", "聽說自") if memory.basis == "told" else say("observed by", "觀察自")
    head = f"{number}. {_head(memory, dating)} {quoted(memory.text, _LONGEST)}"
    line = say(f"{head} [{told} {who}, {began}]", f"{head} [{told} {who}，{began}]")
    return line + _evidence([str(one) for one in memory.event_ids])


def _head(memory: Recalled, dating: Dating) -> str:
    if memory.kind == "plan":
        return f"{dating.say('plan, ', '計劃，')}{_plan_state(memory, dating)}{dating.say(':', '：')}"
    if memory.kind == "document":
        return f"{_document_state(memory, dating)}{dating.say(':', '：')}"
    return dating.say("said:", "說過：")


def _plan_state(memory: Recalled, dating: Dating) -> str:
    say = dating.say
    due = "" if memory.due is None else dating.both(to_us(memory.due[0]))
    states = {
        "upcoming": (f"still to come: {due}", f"還沒到：{due}"),
        "due": (f"under way now: since {due}", f"正在進行：開始於{due}"),
        "overdue": (f"its time has passed, outcome unknown: {due}", f"時間已過，結果不明：{due}"),
        "completed": (f"done (was for {due})", f"已完成（原定{due}）"),
        "cancelled": (f"called off (was for {due})", f"已取消（原定{due}）"),
        "superseded": (f"replaced by another plan (was for {due})", f"已被別的計劃取代（原定{due}）"),
    }
    return say(*states.get(memory.status, (memory.status, memory.status)))


def _document_state(memory: Recalled, dating: Dating) -> str:
    say, name = dating.say, quoted(memory.entity_id)
    states = {
        "current": (f"document {name}, in force", f"文件 {name}，現行版本"),
        "conflict": (f"document {name}, in conflict with another version", f"文件 {name}，與另一版本衝突"),
        "superseded": (f"document {name}, no longer in force", f"文件 {name}，已被取代"),
        "ended": (f"document {name}, no longer in force", f"文件 {name}，已失效"),
        "not_yet": (f"document {name}, not yet in force", f"文件 {name}，尚未生效"),
    }
    return say(*states.get(memory.status, (f"document {name}", f"文件 {name}")))


def _evidence(event_ids: Sequence[str]) -> str:
    return f" ({', '.join(event_ids[:_MOST_EVIDENCE])})" if event_ids else ""
