<?php

/** Calls the class of the WordPress plug-in, with the functions of WordPress that it uses. */
require __DIR__ . '/bridge.php';

[$plugin, $url, $secret] = json_decode(getenv('LMS_SOAK'), true);
$options = ['bigbluebutton_url' => $url, 'bigbluebutton_salt' => $secret];
$meta = [
    'bbb-room-moderator-code' => 'moderator-code', 'bbb-room-viewer-code' => 'viewer-code',
    'bbb-room-recordable' => 'true',
];

function get_post(int $id): object
{
    return (object) ['ID' => $id];
}

function get_post_type(int $id): string
{
    return 'bbb-room';
}

function get_the_title(int $id): string
{
    return "Room &#8211; $id";
}

function get_post_meta($id, string $name, bool $isSingle): string
{
    global $meta;
    return $name === 'bbb-room-meeting-id' ? sha1("room $id") : $meta[$name];
}

function get_permalink(int $id): string
{
    return "https://school.example/?room=$id&page=1";
}

function get_option(string $name, string $usual): string
{
    global $options;
    return $options[$name];
}

function esc_attr(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_url(string $url): string
{
    return str_replace('&', '&#038;', $url);
}

function esc_url_raw(string $url): string
{
    return $url;
}

function sanitize_text_field($text): string
{
    return trim((string) $text);
}

function esc_html__(string $text): string
{
    return $text;
}

function wp_die(string $text): void
{
    throw new Exception($text);
}

function is_wp_error($answer): bool
{
    return $answer === false;
}

function wp_remote_get(string $url)
{
    $handle = curl_init($url);
    curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
    return curl_exec($handle);
}

function wp_remote_retrieve_body(string $answer): string
{
    return $answer;
}

require "$plugin/includes/class-bigbluebutton-api.php";

$calls = [];
foreach (get_class_methods('Bigbluebutton_Api') as $name) {
    $calls[$name] = fn (...$given) => Bigbluebutton_Api::$name(...$given);
}
$calls['get_recordings'] = function (...$given): array {
    $found = [];
    foreach (Bigbluebutton_Api::get_recordings(...$given) as $recording) {
        $found[] = json_decode(json_encode($recording), true);
    }
    return $found;
};
serve($calls);
