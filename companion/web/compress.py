"""Compression for pages. What a poll brings is small, and there are many polls."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

LEAST = 8 * 1024
"""A scoreboard goes in a few packets either way; packing it costs more than it saves."""


class Compress(GZipMiddleware):
    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        polled = request.headers.get("HX-Request") == "true" and not response.streaming
        if polled and len(getattr(response, "content", b"")) < LEAST:
            return response
        return super().process_response(request, response)
