"""Views to restore a saved file on a phone, and for an exported site's page on a server.

That site's other files are served by ``companion/http/staticfiles.py``.
"""

import re

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.csp import CSP
from django.views.decorators.csp import csp_override

from companion.history import retention
from companion.messages import say
from companion.operations.operational_problem import OperationalProblem
from companion.standalone import restore_saved_file
from scoring.text.localised import Text


def restore(request: HttpRequest) -> HttpResponse:
    """Shows the form to restore a file saved on a phone; a POST replaces this phone's data by it.

    For an unusable file it changes nothing and shows the error.
    """
    fault: Text | None = None
    if request.method == "POST":
        file = request.FILES.get("file")
        try:
            if not isinstance(file, UploadedFile):
                raise OperationalProblem(say("import-no-file"))
            restore_saved_file.bring(file.read())
        except OperationalProblem as trouble:
            fault = trouble.message
        else:
            return redirect("home")
    context = {"phone_data": retention.phone_data(request), "fault": fault}
    return render(request, "standalone/restore.html", context, status=422 if fault else 200)


@csp_override({**settings.SECURE_CSP, "base-uri": [CSP.SELF]})
def first(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Shows the first page of the exported app for phones; with status 404 for a deeper URL.

    ``rest``: the URL's path below ``/phone/``.
    """
    if not settings.PHONE:
        raise Http404
    page = (settings.PHONE / "index.html").read_text("utf-8")
    base = reverse("phone")
    page = re.sub(r'<base href="[^"]*">', f'<base href="{base}">', page, count=1)
    return HttpResponse(page, status=200 if rest in ("", "index.html") else 404)
