"""Pages as a reader's browser takes them: how a template is laid out is nobody's business.

Tests that look for text beside a tag look for it here.
"""

import re


def tight(page: str | bytes) -> str:
    """The page without the white space that lies around its tags, and with single spaces.

    >>> tight("<p>\\n  <b>Best</b> of  all\\n</p>")
    '<p><b>Best</b>of all</p>'
    """
    text = page.decode() if isinstance(page, bytes) else page
    return re.sub(r" ?(<[^>]*>) ?", r"\1", re.sub(r"\s+", " ", text))
