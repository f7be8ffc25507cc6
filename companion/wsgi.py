"""The entry point for any WSGI server: ``gunicorn companion.wsgi``."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from companion import preload

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

application = get_wsgi_application()
preload.load_all()
# What is loaded so far stays for good: the garbage collector need not search it again and again.
gc.collect()
gc.freeze()
