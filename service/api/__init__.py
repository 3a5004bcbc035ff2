"""HTTP, and nothing else: requests become questions, answers become responses. No rule of any game is known here.

middleware        around Flask: request id, timing, log line, metrics, common headers
request           query string, language and body of a request, with all limits
json_body         limits of a JSON document: nesting, keys, numbers, keys that come twice
connection_deadlines  closes connections whose body does not arrive or whose answer is not read
responses         builds responses: headers, ETag, gzip
security_headers  what a browser may do with a response
problems          problem documents, and every error handler
cors              which pages of other origins may send requests
rate_limits       how many requests a client may send
metrics           Prometheus metrics
openapi           the OpenAPI documents
routes            the views
"""
