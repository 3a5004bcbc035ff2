"""Random bad requests: made from good ones, sent, and held against what the OpenAPI document promises.

generator     the examples of ``openapi/examples`` with wrong values and wrong bytes
near_misses   tables of random games with a few things changed
checking      sends a request and checks the answer
seeds         what atheris begins with
__main__      atheris on the decoders: ``python -m tests.qa.fuzz`` (``make fuzz``)
"""
