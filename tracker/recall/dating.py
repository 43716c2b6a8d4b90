"""How a context tells times: both as a date and as how far that is from now, in English and Chinese."""

from __future__ import annotations

from typing import Literal
from zoneinfo import ZoneInfo

from tracker.language.normalise import language_of, simplified
from tracker.query.ask.voice.clock import Distance, distance, is_midnight, local

Tongue = Literal["en", "zh-Hant", "zh-Hans"]
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_WHOLE_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_HAN_DAYS = "一二三四五六日"
_HAN_UNITS = {"minute": "分鐘", "hour": "小時", "day": "天", "month": "個月", "year": "年"}


def tongue_of(question: str) -> Tongue:
    """The language to answer a question in."""
    if language_of(question) == "en":
        return "en"
    return "zh-Hans" if simplified(question) == question else "zh-Hant"


class Dating:
    """Tells times (microseconds since the epoch, UTC) as seen from `now`, on the clock of a zone."""

    def __init__(self, now: int, zone: ZoneInfo, tongue: Tongue) -> None:
        self.now, self.zone, self.tongue = now, zone, tongue

    def say(self, english: str, chinese: str) -> str:
        """The one of the two that goes with the question; the Chinese is given in Traditional characters."""
        if self.tongue == "en":
            return english
        return simplified(chinese) if self.tongue == "zh-Hans" else chinese

    def anchor(self) -> str:
        """What time it is: weekday, date, time and zone."""
        here = local(self.now, self.zone)
        offset = here.strftime("%z")
        zone = f"{self.zone.key}, UTC{offset[:3]}:{offset[3:]}"
        day = f"{here.day} {_MONTHS[here.month - 1]} {here.year}, {here:%H:%M}"
        han = f"{here.year}年{here.month}月{here.day}日 星期{_HAN_DAYS[here.weekday()]} {here:%H:%M}"
        return self.say(f"Now: {_WHOLE_DAYS[here.weekday()]} {day} ({zone})", f"現在：{han}（{zone}）")

    def date(self, at: int) -> str:
        """'Fri 27 Nov 2026, 09:00'; a midnight is only a day, and the year of now is left out."""
        here, year = local(at, self.zone), local(self.now, self.zone).year
        clock = "" if is_midnight(at, self.zone) else f"{here:%H:%M}"
        english = f"{_DAYS[here.weekday()]} {here.day} {_MONTHS[here.month - 1]}"
        english += ("" if here.year == year else f" {here.year}") + (f", {clock}" if clock else "")
        chinese = ("" if here.year == year else f"{here.year}年") + f"{here.month}月{here.day}日"
        chinese += f" 週{_HAN_DAYS[here.weekday()]}" + (f" {clock}" if clock else "")
        return self.say(english, chinese)

    def both(self, at: int) -> str:
        """'3 days ago, Fri 27 Nov, 09:00'."""
        return f"{self.apart(at)}{self.say(', ', '，')}{self.date(at)}"

    def apart(self, at: int) -> str:
        """How far that is from now: '3 days ago', 'in 5 days', 'today'."""
        apart = distance(at, self.now, self.zone, whole_days=is_midnight(at, self.zone))
        if apart.unit == "now":
            return self.say("just now", "剛才") if not apart.ahead else self.say("in a moment", "馬上")
        days = (local(at, self.zone).date() - local(self.now, self.zone).date()).days
        english = self._english(apart)
        chinese = f"{apart.amount}{_HAN_UNITS[apart.unit]}{'後' if apart.ahead else '前'}"
        day = {0: ("today", "今天"), 1: ("tomorrow", "明天"), -1: ("yesterday", "昨天")}.get(days)
        if day is None or apart.unit not in ("day", "hour", "minute"):
            return self.say(english, chinese)
        return self.say(*day) if apart.unit == "day" else self.say(f"{day[0]}, {english}", f"{day[1]}，{chinese}")

    def _english(self, apart: Distance) -> str:
        counted = f"{apart.amount} {apart.unit}{'' if apart.amount == 1 else 's'}"
        return f"in {counted}" if apart.ahead else f"{counted} ago"
