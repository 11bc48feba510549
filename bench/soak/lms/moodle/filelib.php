<?php

/** Moodle's class with this name, as far as the plug-in uses it. */
class curl
{
    private array $info = [];

    public function __construct(array $settings = [])
    {
    }

    public function setopt(array $options): void
    {
    }

    public function get($url, $params = [], $options = [])
    {
        return $this->request($url, []);
    }

    public function post($url, $params = '', $options = [])
    {
        $headers = $options['CURLOPT_HTTPHEADER'] ?? [];
        return $this->request($url, [CURLOPT_POSTFIELDS => $params, CURLOPT_HTTPHEADER => $headers]);
    }

    public function head($url, $options = [])
    {
        $limits = [CURLOPT_NOBODY => true, CURLOPT_TIMEOUT => $options['timeout']];
        return $this->request($url, $limits + [CURLOPT_FOLLOWLOCATION => $options['followlocation']]);
    }

    public function get_info(): array
    {
        return $this->info;
    }

    private function request(string $url, array $options)
    {
        $handle = curl_init($url);
        curl_setopt_array($handle, $options + [CURLOPT_RETURNTRANSFER => true]);
        $answer = curl_exec($handle);
        $this->info = curl_getinfo($handle);
        return $answer;
    }
}
