"""The API's addresses, one per operation; any other under ``/api/`` is a problem in JSON."""

from django.urls import path

from companion.api import views
from companion.api.operations_from_functions import OPERATIONS
from companion.http import url_converters  # noqa: F401  registers <id:>

urlpatterns = [
    path("v1/" + each.path.replace("{", "<id:").replace("}", ">"), each, name=f"api_{each.name}")
    for each in OPERATIONS
]
urlpatterns.append(path("<path:rest>", views.unknown, name="api_unknown"))
