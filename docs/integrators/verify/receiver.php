<?php
// A receiver of Lectern's webhooks: it checks a delivery, stores it and responds; the work is done afterwards.
// It needs verify.php beside it, and no packages.
//
//   SECRET=<the webhook's secret> php -S 127.0.0.1:9000 receiver.php    receives (in production: your web server, and
//                                                                       EVENTS names a folder that it does not serve)
//   php receiver.php                                                    does the work: run it every minute by cron,
//                                                                       or call work() in a task of your system
require __DIR__ . '/verify.php';

const MOST_BYTES = 64 * 1024;

/** Here a folder of files; in production use a table with the event's id as its key. */
function folder(string $state): string
{
    $folder = (getenv('EVENTS') ?: __DIR__ . '/events') . "/$state";
    if (!is_dir($folder)) @mkdir($folder, 0700, true);
    return $folder;
}

/** Stores an event. Returns whether it is new: the same event may arrive again under the same id. */
function keep(string $id, array $entry): bool
{
    if (file_exists(folder('done') . "/$id") || file_exists(folder('new') . "/$id")) return false;
    // A file with the final name is complete, also if this program is killed.
    $draft = tempnam(folder('draft'), 'event');
    file_put_contents($draft, json_encode($entry));
    return rename($draft, folder('new') . "/$id");
}

function respond(int $status): never
{
    http_response_code($status);
    exit;
}

function receive(): void
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') respond(405);
    $secret = getenv('SECRET');
    // An empty key would accept whatever is signed with an empty key.
    if ($secret === false || $secret === '') respond(500);
    $raw = file_get_contents('php://input', false, null, 0, MOST_BYTES + 1);
    if (strlen($raw) > MOST_BYTES) respond(413);
    $headers = array_change_key_case(getallheaders());
    $event = open_by_headers($raw, $headers, $secret);
    $id = $headers['webhook-id'] ?? '';
    // The id becomes the name of a file.
    if ($event === null || !preg_match('/^[0-9a-f]{24}$/D', $id)) respond(401);
    keep($id, [
        'event' => $event,
        'callId' => $headers['x-lectern-call-id'] ?? null,
        'isTest' => isset($headers['x-lectern-test']),
        // Of a call that nobody held: leave it out of what people see.
        'isSample' => isset($headers['x-lectern-sample']),
    ]);
    respond(204);
}

/**
 * Does the work of the stored events, the oldest first. Events of one call may come in any order: report_ready before
 * call_finished, for example. So each of them creates what it finds missing.
 */
function work(): void
{
    $lock = fopen(folder('done') . '/.lock', 'c');
    if (!flock($lock, LOCK_EX | LOCK_NB)) return;
    foreach (array_diff(scandir(folder('new')), ['.', '..']) as $id) {
        $path = folder('new') . "/$id";
        ['event' => $event, 'callId' => $callId, 'isTest' => $isTest] = json_decode(file_get_contents($path), true);
        try {
            // Your work stands here.
            echo $isTest ? "a test delivery: $event[eventName]" : "$event[eventName] in room $event[roomId]", "\n";
            rename($path, folder('done') . "/$id");
        } catch (Throwable $error) {
            // The event stays for the next run, and the others do not wait for it.
            error_log("event $id: " . $error->getMessage());
        }
    }
}

PHP_SAPI === 'cli' ? work() : receive();
