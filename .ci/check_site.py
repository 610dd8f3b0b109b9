"""Check a built site: links lead somewhere, pictures say what they show, no page complains to a browser."""

import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

SITE = Path(sys.argv[1]).resolve()


class Page(HTMLParser):
    """The anchors, links and pictures of a page."""

    def __init__(self, path):
        super().__init__()
        self.path, self.anchors, self.links, self.faults = path, set(), set(), []
        self.picture = None
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        """Note what matters of one tag."""
        attributes = dict(attributes)
        self.anchors.update(filter(None, (attributes.get("id"), attributes.get("name"))))
        self.links.update(filter(None, (attributes.get("href"), attributes.get("src"))))
        if tag == "img" and not attributes.get("alt"):
            self.faults.append(f"picture without alt text: {attributes.get('src')}")
        if tag == "svg" and attributes.get("role") == "img":
            self.picture = tag
        elif self.picture:
            if tag != "title":
                self.faults.append("drawing without a title")
            self.picture = None


def broken_links(page, pages):
    """Tell which links lead nowhere within the site."""
    for link in sorted(page.links):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (page.path.parent / unquote(parts.path)).resolve() if parts.path else page.path
        if not target.is_file():
            yield f"no such file: {link}"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
            yield f"no such place: {link}"


def complaints(page, browser):
    """Tell what a browser writes on its console."""
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom")
    run = subprocess.run([browser, *options, page.path.as_uri()], capture_output=True, text=True, check=True)
    return [line for line in run.stderr.splitlines() if "CONSOLE" in line]


def main():
    """Print what is wrong and fail, or say what was looked at."""
    pages = {path: Page(path) for path in sorted(SITE.rglob("*.html"))}
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    faults = 0
    for path, page in pages.items():
        found = [*page.faults, *broken_links(page, pages), *(complaints(page, browser) if browser else ())]
        faults += len(found)
        for fault in found:
            print(f"{path.relative_to(SITE)}: {fault}")
    links = sum(len(page.links) for page in pages.values())
    print(f"{len(pages)} pages, {links} links, {faults} faults, browser: {browser}")
    sys.exit(bool(faults) or not pages)


main()
