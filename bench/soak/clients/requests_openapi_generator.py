import sys

import openapi_client
from openapi_client import ApiException, CreateRoomRequest, Error, GenerateAccessRequest

base_url, token = sys.argv[1:3]
client = openapi_client.ApiClient(openapi_client.Configuration(host=base_url, access_token=token))
rooms = openapi_client.RoomsApi(client)

space_id = openapi_client.GroupsApi(client).list_spaces(limit=10).items[0].id
created = rooms.create_room(space_id, CreateRoomRequest(name="By openapi-generator"))
assert rooms.get_room(space_id, created.id).name == "By openapi-generator"
person = GenerateAccessRequest(username="Ivan", role="user")
assert "accessToken=" in openapi_client.AccessLinksApi(client).generate_access(space_id, created.id, person).url


def refused(work, status, code):
    try:
        work()
    except ApiException as refusal:
        assert refusal.status == status, refusal
        assert isinstance(refusal.data, Error) and refusal.data.code == code, refusal.data
    else:
        raise AssertionError(f"{status} {code} was expected")


refused(lambda: rooms.get_room(space_id, space_id), 404, "not_found")
# The model refuses an empty name itself, so an id that is no group's id is sent instead.
refused(lambda: rooms.create_room("0", CreateRoomRequest(name="nowhere")), 404, "not_found")
