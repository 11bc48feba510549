"""The pages of the learning platform. Everything that people wrote goes through `escape`."""

from html import escape

STYLE = """body { font: 16px sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
td, th { padding: .2rem 1rem .2rem 0; text-align: left }"""


def page(title, content):
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return f'<!doctype html><html lang="en">{head}<style>{STYLE}</style><h1>{escape(title)}</h1>{content}</html>'


def form(action, fields, button):
    return f'<form method="post" action="{action}">{fields}<button>{button}</button></form>'


def table(names, lines):
    head = "".join(f"<th>{name}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>" for line in lines)
    return f"<table><tr>{head}</tr>{body}</table>"


def duration(seconds):
    return f"{seconds // 60} min {seconds % 60} s"


def mark(is_present):
    return "present" if is_present else "absent"


def message_page(text):
    return page(text, '<p><a href="/">To the courses</a></p>')


def sign_in_page(fault=""):
    name = '<label>Name <input name="login"></label>'
    fields = f'<p>{name} <label>Password <input name="password" type="password"></label></p>'
    return page("Sign in", f"<p>{escape(fault)}</p>" + form("/sign-in", fields, "Sign in"))


def courses_page(person, courses):
    items = "".join(
        f'<li><a href="/courses/{course["id"]}">{escape(course["name"])}</a></li>' for course in courses
    )
    create = form("/courses", '<input name="name" aria-label="Name" required>', "Create a course")
    return page(f"Courses of {person['name']}", f"<ul>{items}</ul>{create if person['is_teacher'] else ''}")


def course_page(course, is_teacher, pupils, lessons, recordings):
    at = f"/courses/{course['id']}"
    live = "<p><strong>The lesson is running.</strong></p>" if course["is_live"] else ""
    content = live + form(f"{at}/join", "", "Join the lesson")
    if is_teacher:
        names = ", ".join(escape(pupil["name"]) for pupil in pupils) or "nobody yet"
        content += f"<h2>Pupils</h2><p>{names}</p>"
        content += form(f"{at}/pupils", '<input name="login" aria-label="Name" required>', "Add a pupil")
    lines = [lesson_line(at, is_teacher, one) for one in lessons]
    content += "<h2>Lessons</h2>" + table(["when", "length", "attendance"], lines)
    links = "".join(
        f'<li><a href="{at}/recordings/{one["id"]}">{escape(one["name"])}</a>, {duration(one["seconds"])}</li>'
        for one in recordings
    )
    return page(course["name"], f"{content}<h2>Recordings</h2><ul>{links}</ul>")


def lesson_line(at, is_teacher, lesson):
    own = "" if lesson["own_seconds"] is None else f"{mark(lesson['is_present'])}, {duration(lesson['own_seconds'])}"
    shown = f'<a href="{at}/lessons/{lesson["call_id"]}">show</a>' if is_teacher else own
    return [escape(lesson["started_at"]), duration(lesson["seconds"]), shown]


def attendance_page(course, people):
    lines = [[escape(one["name"]), mark(one["is_present"]), duration(one["seconds"])] for one in people]
    back = f'<p><a href="/courses/{course["id"]}">Back to the course</a></p>'
    return page(f"Attendance: {course['name']}", table(["name", "", "online"], lines) + back)
