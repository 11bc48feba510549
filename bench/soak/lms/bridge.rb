# frozen_string_literal: true

require 'json'

# Each line of the input is a call: [name, [arguments]]. Each line of the output is its result, or what it raised.
def serve(calls)
  $stdout.sync = true
  while (line = $stdin.gets)
    name, given = JSON.parse(line)
    begin
      answer = { result: calls.fetch(name).call(*given) }
    rescue StandardError => e
      key = e.respond_to?(:key) && e.is_a?(BigBlueButton::BigBlueButtonException) ? "#{e.key} " : ''
      answer = { error: "#{e.class}: #{key}#{e.message}" }
    end
    puts JSON.generate(answer)
  end
end
