"""Limits for each client: on the cost of its requests, and on requests at the same time.

limiter         counts the cost of requests, refuses those above the limit, and says how much is left; the Flask hooks
concurrency     how many requests of one client are handled at the same time
client_address  the address of a client, also behind trusted proxies
api_keys        the API keys that an operator gave out
storage         where costs are counted: in memory, or in Redis for all processes
"""
