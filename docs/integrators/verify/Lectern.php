<?php
// Requests to Lectern, in PHP 8.1 or newer without packages. Copy this file into your system.
//
//   $lectern = new Lectern('https://meet.example.org', getenv('LECTERN_TOKEN'));
//   $link = $lectern->post("/v1/spaces/$space/rooms/$room/generate-access", ['username' => 'Ivan', 'role' => 'user']);
//   header("Location: $link[url]");

/** Lectern refused a request, or did not respond (status 503). Decide by `reason`, log the message. */
class LecternRefused extends Exception
{
    /**
     * @param string $reason a code of the closed list in docs/errors.md; `away`: Lectern did not respond;
     *   `unreadable`: something before Lectern did
     * @param array $details for 422: every bad field, as ['path' => …, 'message' => …]
     * @param ?int $retryAfter seconds to wait before the next attempt, if the response says so
     * @param ?string $scope for scope_missing: the scope that the token lacks
     */
    public function __construct(
        public readonly int $status,
        public readonly string $reason,
        string $message,
        public readonly array $details = [],
        public readonly ?int $retryAfter = null,
        public readonly ?string $scope = null,
    ) {
        parent::__construct("$status $reason: $message");
    }

    /** Whether the same request may succeed later: leave it to your background work, with a key. */
    public function isTemporary(): bool
    {
        return $this->status === 429 || $this->status >= 500;
    }
}

/** The API with the personal token of the account that owns your groups. */
class Lectern
{
    private const TIMEOUT_SECONDS = 15;

    public function __construct(private string $url, #[SensitiveParameter] private string $token)
    {
    }

    public function get(string $path, array $query = [])
    {
        return $this->request('GET', $query ? $path . '?' . http_build_query($query) : $path);
    }

    /** @param ?string $key a repeated request with this key and body creates nothing again, for 24 hours */
    public function post(string $path, array $body = [], ?string $key = null)
    {
        return $this->request('POST', $path, $body, $key);
    }

    public function put(string $path, array $body)
    {
        return $this->request('PUT', $path, $body);
    }

    public function delete(string $path)
    {
        return $this->request('DELETE', $path);
    }

    /** @return mixed JSON as arrays, another body as text (the address of a recording), null for an empty one */
    public function request(string $method, string $path, ?array $body = null, ?string $key = null)
    {
        $header = ["authorization: Bearer $this->token"];
        if ($body !== null) $header[] = 'content-type: application/json';
        if ($key !== null) $header[] = "idempotency-key: $key";
        // An empty array is a list for json_encode, and every body is an object.
        $content = $body === null ? '' : json_encode((object) $body, JSON_THROW_ON_ERROR);
        $http = compact('method', 'header', 'content') + [
            'timeout' => self::TIMEOUT_SECONDS,
            'ignore_errors' => true,
            'follow_location' => 0,
        ];
        $stream = @fopen(rtrim($this->url, '/') . $path, 'r', false, stream_context_create(['http' => $http]));
        if ($stream === false) throw new LecternRefused(503, 'away', 'Lectern does not respond');
        $text = (string) stream_get_contents($stream);
        $lines = stream_get_meta_data($stream)['wrapper_data'];
        fclose($stream);
        $status = (int) explode(' ', $lines[0])[1];
        if ($status >= 400) throw $this->refusal($status, $text, $lines);
        foreach (preg_grep('/^x-lectern-ignored:/i', $lines) as $line) error_log("$method $path: $line");
        if ($text === '') return null;
        $isJson = preg_grep('{^content-type:\s*application/([\w.-]+\+)?json}i', $lines) !== [];
        return $isJson ? json_decode($text, true, 512, JSON_THROW_ON_ERROR) : $text;
    }

    private function refusal(int $status, string $text, array $lines): LecternRefused
    {
        $answer = json_decode($text, true);
        // A proxy before Lectern answers otherwise.
        if (!is_array($answer)) return new LecternRefused($status, 'unreadable', "the response has status $status");
        preg_match('/^retry-after:\s*(\d+)/im', implode("\n", $lines), $wait);
        return new LecternRefused(
            $status,
            $answer['code'] ?? $answer['error'] ?? 'unknown',
            $answer['message'] ?? $answer['error_description'] ?? '',
            $answer['details'] ?? [],
            isset($wait[1]) ? (int) $wait[1] : null,
            $answer['scope'] ?? null,
        );
    }
}
