"""Rate limits: how much a client may ask for, by address or by API key.

limiter   counts the cost of requests, refuses those above the limit, and says how much is left; the Flask hooks
api_keys  the API keys that an operator gave out
storage   counters in Redis, for all processes
"""
