"""How the documentation is built; drawing.py and tables.py are directives of its own."""

import re
import sys
from importlib.metadata import version as version_of
from pathlib import Path

from docutils import nodes
from numpydoc.xref import DEFAULT_LINKS

import pydraughts
from pydraughts import batch, errors, game, house, match, openings, pdn, search, selection

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

project = "pydraughts"
author = "the pydraughts developers"
project_copyright = "2026, the pydraughts developers"
version = release = version_of("pydraughts")
extensions = [
    "drawing",
    "tables",
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
]
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "substitution"]
myst_heading_anchors = 3
myst_links_external_new_tab = False

html_theme = "furo"
html_title = f"pydraughts {version}"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_favicon = "_static/favicon.svg"
html_show_sphinx = False

autodoc_member_order = "bysource"
autodoc_type_aliases = {f"npt.{name}": f"numpy.typing.{name}" for name in ("ArrayLike", "DTypeLike")}
maximum_signature_line_length = 90
add_module_names = False
# Types of parameters link to what is documented here; a name in single backquotes that is not, such as a
# parameter, stays as it is. Python's own documentation is not looked up: a build needs no network.
default_role = "py:obj"
FOREIGN = r"(collections\.abc|dataclasses|np|npt|numpy|os)\..*|Executor|type\[.*"
PRIVATE = r"pydraughts\..*\._.*|pydraughts\.reference\..*"
nitpick_ignore_regex = [("py:.*", FOREIGN), ("py:class", PRIVATE)]
numpydoc_show_class_members = False
numpydoc_xref_param_type = True
numpydoc_xref_ignore = "all"
numpydoc_xref_aliases = {name: name for name in DEFAULT_LINKS} | {
    name: f"{module.__name__}.{name}"
    for module in (batch, search, match, selection, house, pdn, openings, game, errors, pydraughts)
    for name in module.__all__
    if name[0].isupper()
}
toc_object_entries_show_parents = "hide"


def speed_figure():
    """Take the figure of the start page from the page that the benchmarks write."""
    page = (HERE / "performance.md").read_text("utf-8")
    row = re.search(r"^\| 16 \| ([\d,]+) \|.*?\| ([\d.]+ m?s) \|", page, re.MULTILINE)
    machine = dict(re.findall(r"^\| (processor|date) \| (.+?) \|$", page, re.MULTILINE))
    return {
        "speed": f"{row[1]} sequences of 16 moves in **{row[2]}**",
        "machine": f"{machine['processor']}, {machine['date']}",
    }


myst_substitutions = speed_figure()


def run_sessions(app, doctree):
    """Let the doctest builder run what looks like a session, however its block is fenced."""
    for block in doctree.findall(nodes.literal_block):
        if block.astext().startswith(">>>"):
            block["language"] = "pycon"
            block["testnodetype"] = "doctest"
            block["groups"] = ["default"]


def find_name(app, env, node, text):
    """Find `Position.play` wherever it is written. A parameter has no place to link to and stays as it is."""
    if node["reftype"] != "obj":
        return None
    first, dot, rest = node["reftarget"].partition(".")
    if first in numpydoc_xref_aliases:
        name = numpydoc_xref_aliases[first] + dot + rest
        return env.domains["py"].resolve_xref(env, node["refdoc"], app.builder, "obj", name, node, text)
    return text if re.fullmatch("[a-z_]+", first + dot) else None


def leave_out_readme(app):
    """Keep the README out of the site: it is a page for its examples only."""
    if app.builder.name != "doctest":
        app.config.exclude_patterns.append("readme.md")


def setup(app):
    app.connect("doctree-read", run_sessions)
    app.connect("missing-reference", find_name)
    app.connect("builder-inited", leave_out_readme)
