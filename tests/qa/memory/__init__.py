"""The memory of a worker under the largest requests that are accepted, at full concurrency.

``python -m tests.qa.memory`` prints the peak; ``test_memory.py`` holds a short run to the bound.
"""
