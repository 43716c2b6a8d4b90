"""有, 要, 完了: what is planned for when, and that it is over or off."""

from __future__ import annotations

from tracker.ingest.sentences.chinese.pattern import ChinesePattern, Filled
from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.families.pattern import Example
from tracker.ingest.sentences.families.plan import due
from tracker.language.events import CHINESE_EVENTS
from tracker.link.happenings import event_kind
from tracker.link.mentions import entity_ids

_EVENT = "(?P<E>[^，,把将在有要去的]{0,6}?(?:" + "|".join(CHINESE_EVENTS) + "))"
_OVER = "(?:考完|开完|做完|写完|交完|上完|看完|办完|结束|完成|完)"


def _kind(written: str) -> str:
    kind = event_kind(written)
    assert kind is not None, written
    return kind


def _entity(filled: Filled) -> str:
    found = entity_ids(filled.nouns("E")[0].written, filled.scene.names)
    if len(found) != 1:
        raise NotParsed("ambiguous name")
    return found[0]


def _planned(filled: Filled) -> list[Found] | None:
    told = filled.told
    if told is None or told.since or not (told.ahead or told.begun) or filled.finished:
        return None
    entity = _entity(filled)
    filled.scene.plan(entity, _kind(filled.text("E")))
    return [Found("planned", entity, {"what": filled.nouns("E")[0].written, **due(told)})]


def _ended(filled: Filled) -> list[Found] | None:
    if not filled.finished:
        return None
    entity = _entity(filled)
    known = {plan.entity for plan in filled.scene.context.plans}
    if entity not in known:
        entity = filled.scene.planned(_kind(filled.text("E"))) or entity
    return [Found("cancelled" if filled.text("off") else "completed", entity, {})]


PATTERNS = (
    ChinesePattern(
        "计划",
        " ".join(CHINESE_EVENTS),
        (
            f"{{S}}(?:还|也)?(?:有|要参加|要考|要交|要去|要办|要|得|得去|得交)(?:一[个场次门])?{_EVENT}",
            f"{_EVENT}(?:是|在|就在|定在|举行)?",
        ),
        0.85,
        _planned,
        (
            Example("我后天有面试。", ("面试: planned 面试",)),
            Example("下個月五號要開會。", ("開會: planned 開會",)),
            Example("婚礼在下个星期六。", ("婚礼: planned 婚礼",)),
            Example("我有面试。昨天有会议。", ()),
        ),
        meaning="plan",
    ),
    ChinesePattern(
        "完了",
        "完 结束 取消",
        (
            f"{_EVENT}(?:终于|总算|已经|都|全都|也)*{_OVER}了?",
            f"(?:我|我们)?(?:终于|总算|已经|都)*{_OVER}了?{_EVENT}",
            f"{_EVENT}(?:被|已经|已)*(?P<off>取消)了?",
        ),
        0.85,
        _ended,
        (
            Example("我后天有期中考。考试终于结束了。", ("期中考: planned 期中考", "期中考: completed")),
            Example("面試取消了。", ("面試: cancelled",)),
            Example("考试快结束了吗？", ()),
        ),
    ),
)
