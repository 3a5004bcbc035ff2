"""HTTP, and nothing else: requests become questions, answers become responses. No rule of any game is known here.

middleware            around Flask: request id, timing, log line, metrics, common headers
request               query string, language and body of a request, with all limits
connection_deadlines  closes connections whose body does not arrive or whose answer is not read
responses             builds responses: headers, ETag, gzip
problems              problem documents, and every error handler
problem_words         what problem documents say in Spanish and Polish
cors                  which pages of other origins may send requests
rate_limits           how much a client may ask for
work_limits           how much may be computed: by one request, and at the same time
watchdog              logs slow requests, and replaces a worker that is stuck in one
metrics               Prometheus metrics
openapi               the OpenAPI documents
routes                the views
"""
