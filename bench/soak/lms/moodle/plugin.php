<?php

/** Makes the plug-in run without Moodle. */
require __DIR__ . '/globals.php';
require __DIR__ . '/classes.php';
require __DIR__ . '/../bridge.php';

[$plugin, $jwt, $url, $secret, $wwwroot, $kept] = json_decode(getenv('LMS_SOAK'), true);

$CFG = (object) [
    'libdir' => __DIR__, 'version' => '2024', 'wwwroot' => $wwwroot, 'kept' => $kept,
    'bigbluebuttonbn_recording_protect_editable' => true,
    'bigbluebuttonbn' => [
        'server_url' => $url, 'shared_secret' => $secret, 'recordingready_enabled' => '1', 'meetingevents_enabled' => '1',
    ],
];
$USER = (object) ['fullname' => 'Teacher', 'email' => 'teacher@school.example'];

load_classes('mod_bigbluebuttonbn\\', "$plugin/classes");
load_classes('Firebase\\JWT\\', "$jwt/src");
