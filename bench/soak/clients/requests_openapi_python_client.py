import sys

from lectern_client import AuthenticatedClient
from lectern_client.api.access_links import generate_access
from lectern_client.api.groups import list_spaces
from lectern_client.api.rooms import create_room, get_room
from lectern_client.models import (
    CreateRoomRequest,
    Error,
    GenerateAccessRequest,
    GenerateAccessRequestRole,
    GenerateAccessResponse,
    Room,
    SpaceList,
)

base_url, token = sys.argv[1:3]
client = AuthenticatedClient(base_url=base_url, token=token, raise_on_unexpected_status=True)

groups = list_spaces.sync(client=client, limit=10)
assert isinstance(groups, SpaceList), groups
space_id = groups.items[0].id

created = create_room.sync(space_id, client=client, body=CreateRoomRequest(name="By openapi-python-client"))
assert isinstance(created, Room), created
read = get_room.sync(space_id, created.id, client=client)
assert isinstance(read, Room) and read.name == "By openapi-python-client", read

person = GenerateAccessRequest(username="Ivan", role=GenerateAccessRequestRole.USER)
link = generate_access.sync(space_id, created.id, client=client, body=person)
assert isinstance(link, GenerateAccessResponse) and "accessToken=" in link.url, link

unknown = get_room.sync_detailed(space_id, space_id, client=client)
assert unknown.status_code == 404, unknown
assert isinstance(unknown.parsed, Error) and unknown.parsed.code == "not_found", unknown

bad = create_room.sync_detailed(space_id, client=client, body=CreateRoomRequest(name=""))
assert bad.status_code == 422, bad
assert isinstance(bad.parsed, Error) and bad.parsed.code == "validation_failed", bad
