"""The look-up, the scores and the plans for other programs: `/api/v1/`, JSON, nothing kept.

`shapes` says what is answered, `operations` how, `views` with what; `document` is read off them.
"""
