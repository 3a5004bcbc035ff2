"""HTTP, and nothing else: requests become questions, answers become responses. No rule of any game is known here.

middleware            around Flask: request id, timing, log line, metrics, common headers
request               query string, language and body of a request, with all limits
connection_deadlines  closes connections whose body does not arrive or whose answer is not read
responses             builds responses: headers, ETag, gzip
pictures              pictures as SVG or PNG, as the client accepts
problems              problem documents, and every error handler
problem_words         what problem documents say in Spanish and Polish
cors                  which pages of other origins may send requests
rate_limits           how much a client may ask for
work_limits           how much may be computed: by one request, and at the same time
watchdog              logs slow requests, and replaces a worker that is stuck in one
metrics               Prometheus metrics
deprecation           announces that an operation or a field will go
openapi               the OpenAPI documents
openapi_schemas       their schemas, as generators of clients understand them
openapi_details       their types of the values in sentences
openapi_problems      what they say about problems
openapi_texts         what they say in words
routes                the views
"""
