# frozen_string_literal: true

# Calls bigbluebutton-api-ruby, and the services of Greenlight 3 with what they use of Rails.
require 'logger'
require 'net/http'
require_relative 'bridge'

library, greenlight, url, secret, site = JSON.parse(ENV.fetch('LMS_SOAK'))
$LOAD_PATH.unshift("#{library}/lib")
require 'bigbluebutton_api'
require_relative 'greenlight/rails'

Rails.configuration = OpenStruct.new(
  # As Greenlight's config/application.rb does.
  bigbluebutton_endpoint: url.end_with?('api', 'api/') ? url : File.join(url, '/api/'),
  bigbluebutton_secret: secret
)
%w[big_blue_button_api meeting_starter running_meeting_checker recording_creator recordings_sync].each do |service|
  require "#{greenlight}/app/services/#{service}"
end
require "#{greenlight}/app/controllers/health_checks_controller"

BigBlueButtonApi.prepend(QuietLibrary)
apis = [false, true].to_h do |sha256|
  api = BigBlueButton::BigBlueButtonApi.new("#{url}api", secret, '1.0', Logger.new(File::NULL), sha256)
  [sha256 ? 'sha256' : 'sha1', api]
end
modules = lambda do |address|
  BigBlueButton::BigBlueButtonModules.new.tap { |made| made.add_presentation(:url, address) }
end

serve(
  'api' => lambda do |algorithm, method, given, options, slides|
    given << options.transform_keys(&:to_sym) if options
    given << modules.call(slides) if slides
    apis[algorithm].public_send(method, *given)
  end,
  'healthCheck' => -> { HealthChecksController.new.send(:check_big_blue_button) },
  'start' => lambda do |name, options|
    ROOM.name = name
    SETTINGS.replace(options)
    MeetingStarter.new(room: ROOM, base_url: site, current_user: nil, provider: 'greenlight').call
    ROOM.to_h
  end,
  'join' => ->(role, user, name) { GREENLIGHT.join_meeting(room: ROOM, role: role, user_id: user, name: name) },
  'participants' => lambda do
    RunningMeetingChecker.new(rooms: ROOM).call
    [ROOM.online, ROOM.participants]
  end,
  'end' => ->(password) { GREENLIGHT.bbb_server.end_meeting(ROOM.meeting_id, password) },
  'sync' => lambda do
    RecordingsSync.new(room: ROOM, provider: 'greenlight').call
    { recordings: Recording.all.values.map(&:to_h), formats: Format.all.map(&:to_h) }
  end,
  'visibility' => ->(id, visibility) { GREENLIGHT.update_recording_visibility(record_id: id, visibility: visibility) },
  'rename' => ->(id, name) { GREENLIGHT.update_recordings(record_id: id, meta_hash: { meta_name: name }) },
  'delete' => ->(id) { GREENLIGHT.delete_recordings(record_ids: id) },
  'decode' => ->(token) { GREENLIGHT.decode_jwt(token) }
)
