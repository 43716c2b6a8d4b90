"""The rules that ship with the tracker. Each sees every event; no two own one attribute."""

from rules.attribute import AttributeRule
from rules.location import LocationRule
from rules.plan import PlanRule
from tracker.domain.rule import Rule

RULES: tuple[Rule, ...] = (LocationRule(), PlanRule(), AttributeRule())

__all__ = ["RULES"]
