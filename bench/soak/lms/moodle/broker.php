<?php

use Firebase\JWT\JWT;
use Firebase\JWT\Key;
use mod_bigbluebuttonbn\broker;
use mod_bigbluebuttonbn\instance;

/** Receives callbacks as Moodle's bbb_broker.php does, and keeps what was wrong with them. */
require __DIR__ . '/plugin.php';

/** The plug-in calls php-jwt 5, and Moodle 5 has php-jwt 7: the newer one verifies for the older call. */
function verify(string $token, string $algorithm): object
{
    return JWT::decode($token, new Key(mod_bigbluebuttonbn\local\config::get('shared_secret'), $algorithm));
}

$source = file_get_contents("$plugin/classes/broker.php");
$calls = preg_replace('/JWT::decode\(\s*(.+?),\s*config::get\(\'shared_secret\'\),\s*\[(.+?)\],\s*\)/s', '\\verify($1, $2)', $source, -1, $count);
if ($count !== 2) {
    throw new Exception('the broker of the plug-in verifies otherwise');
}
eval('?>' . $calls);

$error = (new broker())->validate_parameters($_REQUEST);
if ($error !== null) {
    header("HTTP/1.0 400 Bad Request. $error");
} elseif ($_REQUEST['action'] === 'recording_ready') {
    broker::process_recording_ready(new instance([]), $_REQUEST);
} else {
    broker::process_meeting_events(new instance([]));
}
mod_bigbluebuttonbn\kept('answers', [$_REQUEST['action'] ?? '', http_response_code()]);
