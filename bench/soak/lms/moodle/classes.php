<?php

/** Classes of Moodle and of the plug-in that keep things in Moodle's database; here a file keeps them. */

namespace core\task {
    class adhoc_task
    {
        private array $data = [];

        public function set_custom_data(array $data): void
        {
            $this->data = $data;
        }

        public function get_custom_data(): array
        {
            return $this->data;
        }
    }

    class manager
    {
        public static function queue_adhoc_task(adhoc_task $task): void
        {
            \mod_bigbluebuttonbn\kept('tasks', [get_class($task), $task->get_custom_data()['userid'] ?? null]);
        }
    }
}

namespace mod_bigbluebuttonbn\task {
    class send_recording_ready_notification extends \core\task\adhoc_task
    {
        public function set_instance_id(): void
        {
        }
    }
}

namespace mod_bigbluebuttonbn\local\helpers {
    class roles
    {
        public static function participant_joined(): void
        {
        }
    }
}

namespace mod_bigbluebuttonbn {
    /** Keeps a value in a list of the file. @returns the list */
    function kept(string $list, $value = null): array
    {
        global $CFG;
        $file = fopen($CFG->kept, 'c+');
        flock($file, LOCK_EX);
        $all = json_decode(stream_get_contents($file) ?: '{}', true);
        if ($value !== null) {
            $all[$list][] = $value;
            rewind($file);
            fwrite($file, json_encode($all));
        }
        fclose($file);
        return $all[$list] ?? [];
    }

    class logger
    {
        const ORIGIN_BASE = 0;

        public static function log_meeting_joined_event(): void
        {
        }

        public static function log_event_callback(instance $instance, array $overrides, array $meta): int
        {
            return count(kept('events', [$overrides, $meta]));
        }

        public static function log_event_summary(instance $instance, array $overrides, array $meta): void
        {
            kept('summaries', [$overrides, $meta]);
        }
    }

    class recording
    {
        const RECORDING_REFRESH_DEFAULT_PERIOD = 300;
        const RECORDING_STATUS_NOTIFIED = 2;

        public function __construct(int $id, private object $record)
        {
        }

        public function create(): void
        {
            kept('recordings', $this->record->recordingid);
        }

        public static function get_record(array $which): ?self
        {
            $isKnown = in_array($which['recordingid'], kept('recordings'), true);
            return $isKnown ? new self(1, (object) (['status' => 0] + $which)) : null;
        }

        public function get(string $name)
        {
            return $this->record->$name;
        }

        public function set(string $name, $value): void
        {
            $this->record->$name = $value;
        }

        public function update(): void
        {
            kept('notified', $this->record->recordingid);
        }
    }

    /** An activity of a course, for one of its people. */
    class instance
    {
        const TYPE_ALL = 0;

        public function __construct(private array $person, private array $settings = [])
        {
        }

        public function __call(string $name, array $given)
        {
            return $this->person[$name] ?? $this->settings[$name] ?? self::usual()[$name];
        }

        public function get_instance_var(string $name)
        {
            return $this->settings[$name] ?? null;
        }

        public function get_current_user_role(): string
        {
            return $this->is_moderator() ? 'MODERATOR' : 'VIEWER';
        }

        public function get_current_user_password(): string
        {
            return $this->is_moderator() ? $this->get_moderator_password() : $this->get_viewer_password();
        }

        private static function usual(): array
        {
            $url = fn (string $path, array $query) => new \moodle_url("/mod/bigbluebuttonbn/$path", $query);
            $broker = fn (string $action) => $url('bbb_broker.php', ['action' => $action, 'bigbluebuttonbn' => 7]);
            return [
                'get_meeting_id' => sha1('activity') . '-3-7[2]', 'get_instance_id' => 7, 'get_cm_id' => 70,
                'get_group_id' => 2, 'get_course_id' => 3, 'get_meeting_name' => 'Größen & "Zahlen"',
                'get_course' => (object) ['fullname' => 'Mathematik <b>8a</b>', 'shortname' => 'M8a'],
                'get_meeting_description' => 'Brüche', 'get_welcome_message' => '<b>Willkommen</b> %%CONFNAME%%',
                'get_viewer_password' => 'viewer-pass', 'get_moderator_password' => 'moderator-pass',
                'get_voice_bridge' => 0, 'get_user_limit' => 0, 'get_mute_on_start' => true,
                'is_moderator' => false, 'user_must_wait_to_join' => false, 'can_join' => true,
                'has_user_limit_been_reached' => false, 'is_currently_open' => true, 'user_can_force_join' => true,
                'before_start_time' => false, 'has_ended' => false, 'get_presentation' => [],
                'get_presentation_for_bigbluebutton_upload' => null, 'is_recorded' => true, 'should_record' => true,
                'should_record_from_start' => false, 'should_show_recording_button' => true,
                'get_origin_data' => (object) [
                    'origin' => 'Moodle', 'originVersion' => '4', 'originServerName' => 'school.example',
                    'originServerCommonName' => '', 'originTag' => 'moodle-mod_bigbluebuttonbn (of the soak)',
                ],
                'get_logout_url' => $url('bbb_view.php', ['action' => 'logout', 'id' => 70]),
                'get_join_url' => $url('bbb_view.php', ['action' => 'join', 'id' => 70]),
                'get_view_url' => $url('view.php', ['id' => 70]),
                'get_record_ready_url' => $broker('recording_ready'),
                'get_meeting_event_notification_url' => $broker('meeting_events'),
                'get_instance_data' => (object) ['id' => 7, 'meetingid' => sha1('activity')],
            ];
        }
    }
}
