"""One document without a script: who do you want to be?"""

from html import escape

STYLE = """
:root { color-scheme: light dark; --page: #fbfaf6; --card: #fff; --line: #8b8f86; --ink: #15191b;
  --muted: #565e63; --accent: #15784b; --on-accent: #fff; --warn: #8a4b00; --warn-page: #fff4df; }
@media (prefers-color-scheme: dark) { :root { --page: #0f1315; --card: #171c1f; --line: #6b757c;
  --ink: #eef1f2; --muted: #a0aab1; --accent: #5cc990; --on-accent: #06210f; --warn: #ffd699;
  --warn-page: #2e2210; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(100%, 26rem); margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; }
.label { background: var(--warn-page); color: var(--warn); padding: 0.75rem 1rem; border-radius: 0.5rem; }
.error { color: #b3261e; font-weight: 600; }
@media (prefers-color-scheme: dark) { .error { color: #ffb4ab; } }
form { display: grid; gap: 0.75rem; }
label { display: grid; gap: 0.25rem; font-weight: 600; }
label.check { display: flex; gap: 0.5rem; align-items: center; font-weight: 400; min-height: 2.75rem; }
input[type=text], input[type=email] { font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.625rem 0.75rem; width: 100%; }
input[type=checkbox] { width: 1.25rem; height: 1.25rem; accent-color: var(--accent); }
button { font: inherit; font-weight: 600; min-height: 2.75rem; border-radius: 0.5rem; cursor: pointer;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); }
button.plain { background: none; color: var(--ink); border-color: var(--line); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
"""


def sign_in_page(
    provider: str, *, name: str = "", email: str = "", verified: bool = True, problem: str = ""
) -> str:
    """The form posts to its own address, whose query is the request of the client."""
    title = f"Sign in with {escape(provider.title())} (simulated)"
    error = f"<p class='error' role='alert'>{escape(problem)}</p>" if problem else ""
    proof = ""
    if provider == "google":
        checked = " checked" if verified else ""
        proof = (
            f"<label class='check'><input type='checkbox' name='verified' value='1'{checked}>"
            "The provider has verified this address</label>"
        )
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{title}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{title}</h1>"
        f"<p class='label'>This is not {escape(provider.title())}. No provider is configured here, so you "
        "choose who you are. Do not type a password anywhere.</p>"
        f"{error}<form method='post'>"
        "<label>Name<input type='text' name='name' maxlength='100' autocomplete='off' "
        f"value='{escape(name)}'></label>"
        "<label>Email<input type='email' name='email' required maxlength='254' autocomplete='off' "
        f"value='{escape(email)}'></label>{proof}"
        "<button name='answer' value='approve'>Continue</button>"
        "<button class='plain' name='answer' value='decline' formnovalidate>Cancel</button>"
        "</form></main></body></html>"
    )
