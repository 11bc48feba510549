<?php

use BigBlueButton\BigBlueButton;
use BigBlueButton\Enum\HashingAlgorithm;

/** Calls bigbluebutton-api-php: a method, with parameters as its classes have them. */
require __DIR__ . '/bridge.php';

[$library, $url, $secret] = json_decode(getenv('LMS_SOAK'), true);
load_classes('BigBlueButton\\', "$library/src");
$api = new BigBlueButton($url, $secret);

/** What the methods of an object return that read one thing. */
function plain($value)
{
    if (is_array($value)) {
        return array_map(plain(...), $value);
    }
    if ($value instanceof UnitEnum) {
        return $value->value;
    }
    if (!is_object($value)) {
        return $value;
    }
    $found = [];
    foreach ((new ReflectionClass($value))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
        $name = $method->getName();
        if ($method->getNumberOfRequiredParameters() > 0 || !preg_match('/^(get|is|has|success)(?!Raw)/', $name)) {
            continue;
        }
        try {
            $found[$name] = plain($value->$name());
        } catch (Throwable) {
            // The response of a failed call lacks it.
        }
    }
    return $found;
}

serve([
    'use' => fn (string $algorithm) => $api->setHashingAlgorithm(HashingAlgorithm::from($algorithm)),
    'call' => function (string $method, string $class, array $given, array $changes) use ($api) {
        if ($class === '') {
            return plain($api->$method());
        }
        $parameters = new ("BigBlueButton\\Parameters\\{$class}Parameters")(...$given);
        foreach ($changes as $name => $values) {
            $parameters->$name(...$values);
        }
        return plain($api->$method($parameters));
    },
]);
