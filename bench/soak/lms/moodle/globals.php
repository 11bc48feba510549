<?php

/** What the plug-in finds in the global namespace of Moodle, as small as it works. */
define('MOODLE_INTERNAL', true);
define('PHPUNIT_TEST', false);
define('DEBUG_DEVELOPER', 32767);

function debugging(string $message = '', int $level = 0): bool
{
    return false;
}

function get_string(string $name): string
{
    return $name;
}

function html_to_text(string $html): string
{
    return strip_tags($html);
}

function fullname(object $user): string
{
    return $user->fullname;
}

function count_enrolled_users(): int
{
    return 30;
}

function get_config(): string
{
    return 'of the soak';
}

function mtrace(string $message): void
{
    throw new Exception($message);
}

class moodle_exception extends Exception
{
    public function __construct(string $code, string $module = '', string $link = '', $a = null)
    {
        parent::__construct("$code " . json_encode($a));
    }
}

class moodle_url
{
    public function __construct(private string $path, private array $parameters = [])
    {
    }

    public function out(bool $escaped = true): string
    {
        global $CFG;
        $query = http_build_query($this->parameters, '', $escaped ? '&amp;' : '&');
        return $CFG->wwwroot . $this->path . ($query === '' ? '' : "?$query");
    }
}

/** It remembers nothing, so that each question reaches the server. */
class cache
{
    public static function make(): self
    {
        return new self();
    }

    public static function make_from_params(): self
    {
        return new self();
    }

    public function get(): bool
    {
        return false;
    }

    public function get_many(array $keys): array
    {
        return array_fill_keys($keys, false);
    }

    public function set(): void
    {
    }

    public function set_many(): void
    {
    }
}

class cache_store
{
    const MODE_APPLICATION = 1;
}

class cache_helper
{
    public static function invalidate_by_event(): void
    {
    }
}

class core_tag_tag
{
    public static function get_item_tags_array(): array
    {
        return ['algebra', 'größe'];
    }
}

class context_course
{
    public static function instance(): self
    {
        return new self();
    }
}
