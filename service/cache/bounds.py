"""What Redis may cost and keep, where nobody says otherwise. By itself, so that who has no Redis loads none of it."""

DEFAULT_TIMEOUT = 0.05
# Entries never go stale, because the rules version is in the key. They expire so that old versions leave.
DEFAULT_TIME_TO_LIVE = 24 * 60 * 60
# Sending more can outlast the timeout on a healthy Redis, which would open the breaker for everybody.
DEFAULT_LARGEST_VALUE = 1024 * 1024
