<?php

/** Each line of the input is a call: [name, [arguments]]. Each line of the output is its result, or what it threw. */
function serve(array $calls): void
{
    while (($line = fgets(STDIN)) !== false) {
        [$name, $given] = json_decode($line, true);
        try {
            $answer = ['result' => $calls[$name](...$given)];
        } catch (Throwable $error) {
            $answer = ['error' => get_class($error) . ': ' . $error->getMessage()];
        }
        echo json_encode($answer, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
    }
}

/** Loads the classes of a namespace from a folder, as Composer does. */
function load_classes(string $prefix, string $folder): void
{
    spl_autoload_register(function (string $class) use ($prefix, $folder): void {
        if (!str_starts_with($class, $prefix)) {
            return;
        }
        $file = $folder . '/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        if (is_file($file)) {
            require $file;
        }
    });
}
