"""The rule pack that these tests install is tested by its own tests, where it is installed."""

collect_ignore = ["freshness_pack"]
