"""The rules that ship with the tracker. Order decides who owns an attribute: the first rule that answers."""

from rules.attribute import AttributeRule
from rules.location import LocationRule
from rules.plan import PlanRule
from tracker.domain.rule import Rule

RULES: tuple[Rule, ...] = (LocationRule(), PlanRule(), AttributeRule())

__all__ = ["RULES"]
