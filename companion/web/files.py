"""Static files under names that change with their content, so that browsers may keep them for ever.

A module that imports another must ask for it by that name too, or it would get yesterday's.
"""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Files(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    support_js_module_import_aggregation = True
