"""Makes the page of a study: one file that needs no server and no network.

    python experiments/study/page.py FOLDER

Reads FOLDER/materials.json and writes FOLDER/page.html. Send that file, or put it anywhere on the
web; `page.html?list=2&subject=s07` chooses list and subject, without them the page asks.

1. The page is made of the materials alone, which name no system: it cannot give the key away.
2. Texts stand in the page as data, in a form of JSON that no text can break out of, and reach the
   screen as text. The page's policy lets a browser run its one script and load nothing.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from materials import MATERIALS, read_record
from studies import About, Question, Study, study_of

from laconic.errors import LaconicError
from laconic.evaluation.page_style import policy, text
from laconic.files import replacing

HERE = Path(__file__).parent
PAGE = "page.html"
SCRIPTS = ("keeping.js", "page.js")  # in this order, as one script


def render_page(materials: Mapping[str, Any], study: Study) -> str:
    """The page of a study, with all its lists."""
    script = "".join((HERE / name).read_text(encoding="utf-8") for name in SCRIPTS)
    style = (HERE / "page.css").read_text(encoding="utf-8")
    screens = [_begin(study, len(materials["lists"])), _rate(study), _end(study)]
    return (
        f'<!doctype html>\n<html lang="{text(study.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="robots" content="noindex">\n'
        f"<title>{text(study.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        "<noscript><p>This page needs JavaScript; please switch it on.</p></noscript>\n"
        '<p id="unkept" class="warning" role="status" hidden>This browser does not keep your '
        "answers: do not reload or close this page before the end.</p>\n"
        '<p id="elsewhere" class="warning" role="status" hidden>This study is open in another tab, '
        "too: what you have rated there counts, and goes on here.</p>\n"
        + "\n".join(screens)
        + f'\n</main>\n<script type="application/json" id="materials">{embed(materials)}</script>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def embed(record: Any) -> str:
    r"""A record as JSON that is safe inside of a script element, whatever its texts say.

    >>> embed("</script> é")
    '"\\u003c/script\\u003e \\u00e9"'
    """
    written = json.dumps(record, separators=(",", ":"))
    for sign in "<>&":
        written = written.replace(sign, f"\\u{ord(sign):04x}")
    return written


def _begin(study: Study, lists: int) -> str:
    paragraphs = "\n".join(f"<p>{text(paragraph)}</p>" for paragraph in study.instructions)
    choices = "".join(
        f'<option value="{number}">{number}</option>' for number in range(1, lists + 1)
    )
    about = "".join(_about(place, asked) for place, asked in enumerate(study.about))
    return (
        '<section id="begin" aria-labelledby="begin-heading" hidden>\n'
        f'<h1 id="begin-heading" tabindex="-1">{text(study.title)}</h1>\n{paragraphs}\n'
        '<p class="note">On a keyboard, press a digit to rate and Enter to go on.</p>\n'
        '<p id="bad-link" class="warning" role="alert" hidden>The link names a list or a code that '
        "this study does not know. Please check it; you can also choose below.</p>\n"
        '<div id="known" class="warning" hidden><p>Somebody has rated on this device before. Is it '
        'you?</p>\n<p><button type="button" id="continue">Continue</button> <button type="button" '
        'id="someone-else" class="second">I am someone else</button></p></div>\n'
        f'<form id="start">\n<p>{text(study.consent)}</p>\n'
        '<div class="field"><label for="subject">Your code</label>'
        '<input type="text" id="subject" required pattern="[A-Za-z0-9._\\-]{1,40}" maxlength="40" '
        'autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="code-note">'
        '<p id="code-note" class="note">If you were given a code, enter it; else leave this one. '
        "Letters, digits, points and dashes.</p></div>\n"
        '<div class="field" id="list-field"><label for="list">List</label><select id="list">'
        f'<option value="">drawn by chance</option>{choices}</select></div>\n{about}'
        '<p><label><input type="checkbox" id="consent" required> I have read this, and take part.'
        '</label></p>\n<button type="submit">Begin</button>\n</form>\n</section>'
    )


def _about(place: int, asked: About) -> str:
    answers = "".join(
        f'<option value="{text(answer)}">{text(answer)}</option>' for answer in asked.answers
    )
    return (
        f'<div class="field"><label for="about{place}">{text(asked.text)}</label>'
        f'<select id="about{place}" required><option value="">please choose</option>{answers}'
        "</select></div>\n"
    )


def _rate(study: Study) -> str:
    source = (
        '<div class="shown"><h2>Original</h2><p id="source" dir="auto"></p></div>\n'
        '<div class="shown rated"><h2>Short version</h2><p id="text" dir="auto"></p></div>\n'
        if study.source_shown
        else '<div class="shown rated"><p id="text" dir="auto"></p></div>\n'
    )
    fields = "\n".join(
        _question(place, question, study.points) for place, question in enumerate(study.questions)
    )
    return (
        '<section id="rate" aria-labelledby="rate-heading" hidden>\n'
        '<h1 id="rate-heading" tabindex="-1"></h1>\n'
        '<progress id="done" value="0" max="1" aria-label="How much is done"></progress>\n'
        '<p id="counts" class="warning" role="status" hidden>Practice is over: from here on your '
        f"answers count.</p>\n{source}"
        f'<form id="ratings" autocomplete="off">\n{fields}\n<button type="submit">Next</button> '
        '<button type="button" id="stop" class="second">Stop and save</button>\n</form>\n</section>'
    )


def _question(place: int, question: Question, points: int) -> str:
    ends = {1: question.low, points: question.high}
    buttons = "\n".join(
        f'<label><input type="radio" name="question{place}" value="{rating}" required>'
        f"<span>{rating}</span>"
        + (f"<small>{text(ends[rating])}</small>" if rating in ends else "")
        + "</label>"
        for rating in range(1, points + 1)
    )
    return (
        f"<fieldset><legend>{text(question.text)}</legend>\n"
        f'<div class="scale">\n{buttons}\n</div></fieldset>'
    )


def _end(study: Study) -> str:
    contact = study.contact or "Please hand the file to whoever asked you to take part."
    return (
        '<section id="end" aria-labelledby="end-heading" hidden>\n'
        '<h1 id="end-heading" tabindex="-1">Done: thank you!</h1>\n'
        '<p id="stopped" hidden>You can go on now or later, on this device: '
        '<button type="button" id="go-on" class="second">Go on</button></p>\n'
        f"<p>Your ratings are not handed over yet: please save them. {text(contact)}</p>\n"
        '<p><a id="file" class="button">Save the file</a></p>\n'
        '<div class="field"><label for="written">If that does not work, send this text</label>'
        '<textarea id="written" readonly></textarea></div>\n'
        '<p><button type="button" id="copy" class="second">Copy the text</button> '
        '<span id="copied" role="status"></span></p>\n'
        '<p><button type="button" id="next-person" class="second">Next person</button></p>\n'
        '<p><button type="button" id="remove" class="second">Remove my answers from this device'
        "</button></p>\n</section>"
    )


def run(folder: Path) -> None:
    """Write the page of a folder's materials."""
    path = folder / MATERIALS
    materials = read_record(path, "laconic-study-materials")
    try:
        page = render_page(materials, study_of(materials["study"], path))
    except (KeyError, TypeError) as error:
        raise LaconicError(f"{path} is damaged: {error}; make the materials again") from None
    with replacing(folder / PAGE) as stream:
        stream.write(page)
    lists = len(materials["lists"])
    print(f"{folder / PAGE}: {len(page.encode()) // 1000} kB, {lists} lists; links for subjects:")
    for number in range(1, lists + 1):
        print(f"  {PAGE}?list={number}&subject=s{number:02}")


def main() -> None:
    """Make the page of a study."""
    parser = argparse.ArgumentParser(description="Make the page of a study.")
    parser.add_argument("folder", type=Path, help="where materials.py wrote to")
    try:
        run(parser.parse_args().folder)
    except LaconicError as error:
        raise SystemExit(f"page.py: {error}") from None


if __name__ == "__main__":
    main()
