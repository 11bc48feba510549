<?php

use mod_bigbluebuttonbn\instance;
use mod_bigbluebuttonbn\local\proxy\bigbluebutton_proxy;
use mod_bigbluebuttonbn\local\proxy\curl;
use mod_bigbluebuttonbn\local\proxy\recording_proxy;
use mod_bigbluebuttonbn\meeting;

/** Calls Moodle's classes as its pages do. */
require __DIR__ . '/plugin.php';

$set = function (string $name, string $value) use ($CFG): void {
    $CFG->bigbluebuttonbn[$name] = $value;
};

serve([
    'set' => $set,
    'version' => fn () => bigbluebutton_proxy::get_server_version(),
    'join' => fn (array $person, array $settings) => meeting::join_meeting(new instance($person, $settings)),
    'info' => fn () => meeting::get_meeting_info_for_instance(new instance([]), true),
    'infoOf' => fn (string $id) => bigbluebutton_proxy::get_meeting_info($id),
    'end' => fn () => (new meeting(new instance([])))->end_meeting(),
    'create' => fn (...$given) => bigbluebutton_proxy::create_meeting(...$given),
    'recordings' => fn (array $ids) => recording_proxy::fetch_recordings($ids),
    'recordingsOfMeetings' => fn (array $ids) => recording_proxy::fetch_recording_by_meeting_id($ids),
    'publish' => fn (string $id, string $publish) => recording_proxy::publish_recording($id, $publish),
    'protect' => fn (string $id, string $protect) => recording_proxy::protect_recording($id, $protect),
    'update' => fn (string $id, array $changes) => recording_proxy::update_recording($id, $changes),
    'delete' => fn (string $id) => recording_proxy::delete_recording($id),
    'head' => fn (string $url) => (new curl())->head($url),
    'kept' => fn (string $list) => mod_bigbluebuttonbn\kept($list),
]);
