"""A small learning platform that holds its lessons in Lectern. It needs Python 3.9 or newer and nothing else.

LECTERN_TOKEN=<a personal token> python3 lms.py
"""

import hashlib
import hmac
import json
import os
import secrets
import sqlite3
import sys
import threading
import time
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from lectern import Lectern, Refused, open_webhook
from pages import attendance_page, course_page, courses_page, message_page, sign_in_page

LMS_URL = os.environ.get("LMS_URL", "http://127.0.0.1:9000").rstrip("/")
LMS_DB = os.environ.get("LMS_DB", "lms.db")
DEMO_PASSWORD = os.environ.get("LMS_DEMO_PASSWORD") or secrets.token_urlsafe(9)
lectern = Lectern(
    os.environ.get("LECTERN_URL", "http://localhost:8080").rstrip("/"), os.environ.get("LECTERN_TOKEN", "")
)

SESSION_SECONDS = 8 * 3600
LINK_SECONDS = 2 * 3600
LARGEST_BODY = 64 * 1024
EVENTS = ["report_ready"]  # beside those that every webhook gets

SCHEMA = """
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS people (
  id INTEGER PRIMARY KEY, login TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
  password BLOB NOT NULL, is_teacher INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS sessions (
  token TEXT PRIMARY KEY, person_id INTEGER NOT NULL REFERENCES people, expires_at REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS courses (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, teacher_id INTEGER NOT NULL REFERENCES people,
  room_id TEXT UNIQUE, is_live INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS pupils (
  course_id INTEGER NOT NULL REFERENCES courses, person_id INTEGER NOT NULL REFERENCES people,
  PRIMARY KEY (course_id, person_id)
);
-- Every delivery of the webhook once; the worker takes those that are not done.
CREATE TABLE IF NOT EXISTS events (
  id TEXT PRIMARY KEY, body TEXT NOT NULL, call_id TEXT, is_done INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS lessons (
  call_id TEXT PRIMARY KEY, course_id INTEGER NOT NULL REFERENCES courses,
  started_at TEXT NOT NULL, seconds INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS attendance (
  call_id TEXT NOT NULL REFERENCES lessons, person_id INTEGER NOT NULL REFERENCES people,
  seconds INTEGER NOT NULL, is_present INTEGER NOT NULL, PRIMARY KEY (call_id, person_id)
);
CREATE TABLE IF NOT EXISTS recordings (
  id TEXT PRIMARY KEY, course_id INTEGER NOT NULL REFERENCES courses,
  name TEXT NOT NULL, seconds INTEGER NOT NULL
);
"""


@contextmanager
def database():
    """A connection whose changes are committed at the end, or not at all."""
    with closing(sqlite3.connect(LMS_DB, timeout=10)) as db, db:
        db.row_factory = sqlite3.Row
        db.execute("PRAGMA foreign_keys = ON")
        yield db


def one(sql, *values):
    with database() as db:
        return db.execute(sql, values).fetchone()


def rows(sql, *values):
    with database() as db:
        return db.execute(sql, values).fetchall()


def change(sql, *values):
    with database() as db:
        return db.execute(sql, values)


def setting(name, make):
    """The stored value, or the one that `make` returns the first time."""
    found = one("SELECT value FROM settings WHERE name = ?", name)
    if found:
        return found["value"]
    change("INSERT OR IGNORE INTO settings VALUES (?, ?)", name, make())
    return one("SELECT value FROM settings WHERE name = ?", name)["value"]


# --- The first start: a group and a webhook in Lectern, and some people here ---


def hash_password(password, salt):
    return salt + hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)


def add_demo_people():
    if one("SELECT 1 FROM people"):
        return
    for login, name, is_teacher in [("petrova", "Ms Petrova", 1), ("ivan", "Ivan", 0), ("anna", "Anna", 0)]:
        password = hash_password(DEMO_PASSWORD, secrets.token_bytes(16))
        sql = "INSERT INTO people (login, name, password, is_teacher) VALUES (?, ?, ?, ?)"
        change(sql, login, name, password, is_teacher)
    print(f"People: petrova (teacher), ivan, anna. Their password: {DEMO_PASSWORD}", flush=True)


def create_webhook(space):
    """Returns the secret of the group's webhook, which Lectern shows once."""
    path = f"/v1/spaces/{space}/webhook"
    try:
        return lectern.post(path, {"url": f"{LMS_URL}/lectern", "events": EVENTS})["secret"]
    except Refused as refused:
        # An earlier start ended before it stored the secret.
        if refused.code != "webhook_exists":
            raise
        return lectern.put(f"{path}/refresh-secret", {})["secret"]


def set_up():
    with database() as db:
        db.executescript(SCHEMA)
    add_demo_people()
    # The key makes a repeated start get the same group.
    key = setting("group key", lambda: secrets.token_hex(16))
    group = {"name": "My learning platform", "isPublic": False}
    space = setting("space", lambda: lectern.post("/v1/spaces", group, key)["id"])
    setting("webhook secret", lambda: create_webhook(space))
    lectern.put(f"/v1/spaces/{space}/webhook", {"url": f"{LMS_URL}/lectern", "events": EVENTS})


def in_space(path=""):
    return f"/v1/spaces/{setting('space', str)}{path}"


# --- Courses: each has a room of its own ---


def external_id(person):
    """Identifies a person in Lectern's reports: our own id, never a name or an address."""
    return f"person-{person['id']}"


def create_course(teacher, name):
    course = change("INSERT INTO courses (name, teacher_id) VALUES (?, ?)", name, teacher["id"]).lastrowid
    # If Lectern is away, the course has no room yet: the next lesson creates it.
    room_of(one("SELECT * FROM courses WHERE id = ?", course))
    return course


def room_of(course):
    if course["room_id"]:
        return course["room_id"]
    # Private: only people with a link enter.
    body = {"name": course["name"], "isPublic": False, "isRecordAllowed": True}
    room = lectern.post(in_space("/rooms"), body, key=f"{setting('group key', str)}-course-{course['id']}")
    change("UPDATE courses SET room_id = ? WHERE id = ?", room["id"], course["id"])
    return room["id"]


def join_link(course, person):
    """A link for this person, made when they press the button: it belongs to the browser that opens it first."""
    role = "moderator" if person["id"] == course["teacher_id"] else "user"
    body = {"username": person["name"], "role": role, "externalUserId": external_id(person), "ttl": LINK_SECONDS}
    return lectern.post(in_space(f"/rooms/{room_of(course)}/generate-access"), body)["url"]


def courses_of(person):
    mine = "teacher_id = ?1 OR id IN (SELECT course_id FROM pupils WHERE person_id = ?1)"
    return rows(f"SELECT * FROM courses WHERE {mine} ORDER BY id", person["id"])


def course_for(person, course_id):
    """The course, or None if the person has nothing to do with it."""
    return next((course for course in courses_of(person) if course["id"] == course_id), None)


# --- Events: stored at once, processed by a worker that repeats what failed ---

wake = threading.Event()


def store_event(event_id, event, call_id):
    """The same event may arrive twice under the same id; the second one changes nothing."""
    sql = "INSERT OR IGNORE INTO events (id, body, call_id) VALUES (?, ?, ?)"
    change(sql, event_id, json.dumps(event), call_id)
    wake.set()


def process(event, call_id):
    name = event["eventName"]
    course = one("SELECT * FROM courses WHERE room_id = ?", event["roomId"])
    if course is None:
        return
    if name in ("call_started", "call_finished"):
        change("UPDATE courses SET is_live = ? WHERE id = ?", name == "call_started", course["id"])
    elif name == "report_ready" and call_id:
        query = f"/analytics/report?roomId={course['room_id']}&callId={call_id}"
        store_report(course, lectern.get(in_space(query)))
    elif name == "record_finished":
        record = lectern.get(in_space(f"/rooms/{course['room_id']}/records/{event['recordId']}"))
        change(
            "INSERT OR REPLACE INTO recordings VALUES (?, ?, ?, ?)",
            *(record["id"], course["id"], record["name"], round(record["duration"] or 0)),
        )


def store_report(course, report):
    """One transaction: the lesson with the attendance of everybody, or nothing."""
    call = report["call"]
    known = {external_id(person): person["id"] for person in rows("SELECT id FROM people")}
    with database() as db:
        db.execute(
            "INSERT OR REPLACE INTO lessons VALUES (?, ?, ?, ?)",
            (call["id"], course["id"], call["startedAt"], call["duration"]),
        )
        for row in report["participants"]:
            person = known.get(row["externalUserId"])
            if person is not None:
                values = (call["id"], person, row["onlineDuration"], row["isPresent"])
                db.execute("INSERT OR REPLACE INTO attendance VALUES (?, ?, ?, ?)", values)
        # Pupils who did not come have a row, too.
        db.execute(
            "INSERT OR IGNORE INTO attendance SELECT ?, person_id, 0, 0 FROM pupils WHERE course_id = ?",
            (call["id"], course["id"]),
        )


def work():
    """Processes events in their order. Lectern may be away for a while: then the same event is tried again."""
    while True:
        wake.clear()
        for event in rows("SELECT * FROM events WHERE is_done = 0 ORDER BY rowid"):
            try:
                process(json.loads(event["body"]), event["call_id"])
            except Refused as refused:
                if refused.is_temporary:
                    wake.wait(2)
                    break
                print(f"event {event['id']}: {refused}", file=sys.stderr, flush=True)
            change("UPDATE events SET is_done = 1 WHERE id = ?", event["id"])
        else:
            wake.wait()


# --- The server ---


class Site(BaseHTTPRequestHandler):
    timeout = 15
    server_version = "lms"

    def do_GET(self):
        self.answer(self.show)

    def do_POST(self):
        self.answer(self.receive_webhook if self.path == "/lectern" else self.act)

    def answer(self, work):
        try:
            work()
        except Refused as refused:
            print(f"{self.path}: {refused}", file=sys.stderr, flush=True)
            self.send_page(message_page("The lesson is not available right now. Try again in a moment."), 503)

    def show(self):
        person = self.person()
        parts = self.parts()
        if person is None:
            return self.send_page(sign_in_page())
        if parts == []:
            return self.send_page(courses_page(person, courses_of(person)))
        course = course_for(person, self.course_id(parts))
        if course is None:
            return self.send_page(message_page("There is nothing here."), 404)
        if len(parts) == 2:
            return self.show_course(person, course)
        if parts[2:3] == ["lessons"] and len(parts) == 4 and person["id"] == course["teacher_id"]:
            return self.show_attendance(course, parts[3])
        if parts[2:3] == ["recordings"] and len(parts) == 4:
            return self.show_recording(course, parts[3])
        return self.send_page(message_page("There is nothing here."), 404)

    def show_course(self, person, course):
        is_teacher = person["id"] == course["teacher_id"]
        of_course = "SELECT people.* FROM people JOIN pupils ON person_id = people.id WHERE course_id = ?"
        pupils = rows(of_course, course["id"])
        lessons = rows(
            """SELECT lessons.*, attendance.seconds AS own_seconds, attendance.is_present
            FROM lessons LEFT JOIN attendance ON attendance.call_id = lessons.call_id AND person_id = ?
            WHERE course_id = ? ORDER BY started_at DESC""",
            *(person["id"], course["id"]),
        )
        recordings = rows("SELECT * FROM recordings WHERE course_id = ? ORDER BY rowid DESC", course["id"])
        self.send_page(course_page(course, is_teacher, pupils, lessons, recordings))

    def show_attendance(self, course, call_id):
        if one("SELECT 1 FROM lessons WHERE call_id = ? AND course_id = ?", call_id, course["id"]) is None:
            return self.send_page(message_page("There is nothing here."), 404)
        sql = """SELECT people.name, attendance.* FROM attendance JOIN people ON people.id = person_id
            WHERE call_id = ? ORDER BY people.name"""
        return self.send_page(attendance_page(course, rows(sql, call_id)))

    def show_recording(self, course, record_id):
        """The address of the file is signed and valid for a day, so it is asked for at each click."""
        if one("SELECT 1 FROM recordings WHERE id = ? AND course_id = ?", record_id, course["id"]) is None:
            return self.send_page(message_page("There is nothing here."), 404)
        return self.redirect(lectern.get(in_space(f"/rooms/{course['room_id']}/records/download/{record_id}")))

    def act(self):
        # Browsers state the origin of the page: other sites cannot press buttons here.
        if self.headers.get("origin") != LMS_URL:
            return self.send_page(message_page("This form belongs to another site."), 403)
        sent = parse_qs(self.read_body().decode(errors="replace"))
        form = {name: values[0].strip() for name, values in sent.items()}
        parts = self.parts()
        if parts == ["sign-in"]:
            return self.sign_in(form)
        person = self.person()
        if person is None:
            return self.redirect("/")
        if parts == ["courses"] and person["is_teacher"] and form.get("name"):
            return self.redirect(f"/courses/{create_course(person, form['name'][:200])}")
        course = course_for(person, self.course_id(parts))
        if course and parts[2:] == ["join"]:
            return self.redirect(join_link(course, person))
        if course and parts[2:] == ["pupils"] and person["id"] == course["teacher_id"]:
            pupil = one("SELECT id FROM people WHERE login = ? AND is_teacher = 0", form.get("login", ""))
            if pupil is None:
                return self.send_page(message_page("Nobody has this name."), 422)
            change("INSERT OR IGNORE INTO pupils VALUES (?, ?)", course["id"], pupil["id"])
            return self.redirect(f"/courses/{course['id']}")
        return self.send_page(message_page("There is nothing here."), 404)

    def receive_webhook(self):
        """Checks and stores the event, then responds. Lectern repeats a delivery without a 2xx."""
        event = open_webhook(self.read_body(), self.headers, setting("webhook secret", str))
        if event is None:
            return self.send_page("", 401)
        if self.headers.get("x-lectern-test") is None:
            store_event(self.headers["webhook-id"], event, self.headers.get("x-lectern-call-id"))
        return self.send_page("", 204)

    def sign_in(self, form):
        person = one("SELECT * FROM people WHERE login = ?", form.get("login", ""))
        stored = person["password"] if person else bytes(80)
        if not hmac.compare_digest(hash_password(form.get("password", ""), stored[:16]), stored):
            return self.send_page(sign_in_page("The name or the password is wrong."), 401)
        token = secrets.token_urlsafe(32)
        change("INSERT INTO sessions VALUES (?, ?, ?)", token, person["id"], time.time() + SESSION_SECONDS)
        secure = "; Secure" if LMS_URL.startswith("https:") else ""
        cookie = f"session={token}; Path=/; HttpOnly; SameSite=Lax{secure}"
        return self.redirect("/", [("set-cookie", cookie)])

    # Reading requests and sending responses

    def person(self):
        try:
            cookie = SimpleCookie(self.headers.get("cookie", "")).get("session")
        except CookieError:
            return None
        sql = "SELECT people.* FROM people JOIN sessions ON person_id = people.id WHERE token = ? AND expires_at > ?"
        return one(sql, cookie.value, time.time()) if cookie else None

    def parts(self):
        return [part for part in urlsplit(self.path).path.split("/") if part]

    @staticmethod
    def course_id(parts):
        is_course = parts[:1] == ["courses"] and len(parts) > 1 and parts[1].isdecimal() and len(parts[1]) < 16
        return int(parts[1]) if is_course else None

    def read_body(self):
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > LARGEST_BODY:
            self.close_connection = True
            return b""
        return self.rfile.read(int(length))

    def send_page(self, html, status=200, headers=()):
        body = html.encode()
        self.send_response(status, HTTPStatus(status).phrase)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
        if status != 204:
            self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body if status != 204 else b"")

    def redirect(self, to, headers=()):
        self.send_page("", 303, [("location", to), *headers])

    def log_message(self, *_):
        """Addresses of requests are not logged."""


def main():
    if not lectern.token:
        sys.exit("Set LECTERN_TOKEN to a personal token of Lectern.")
    set_up()
    threading.Thread(target=work, daemon=True).start()
    address = urlsplit(os.environ.get("LMS_LISTEN", LMS_URL))
    print(f"The learning platform is at {LMS_URL}", flush=True)
    ThreadingHTTPServer((address.hostname, address.port or 9000), Site).serve_forever()


if __name__ == "__main__":
    main()
