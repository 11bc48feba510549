import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AccessLinksApi;
import org.openapitools.client.api.GroupsApi;
import org.openapitools.client.api.RoomsApi;
import org.openapitools.client.model.CreateRoomRequest;
import org.openapitools.client.model.GenerateAccessRequest;
import org.openapitools.client.model.Room;

/** The same requests with either library; Library.java differs. */
public class Requests {
  interface Work {
    void run() throws ApiException;
  }

  static void check(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }

  static void refused(Work work, int status, String code) throws Exception {
    try {
      work.run();
    } catch (ApiException refusal) {
      check(refusal.getCode() == status, "the status is " + refusal.getCode());
      String found = Library.error(refusal.getResponseBody()).getCode();
      check(code.equals(found), "the code is " + found);
      return;
    }
    throw new AssertionError(status + " " + code + " was expected");
  }

  public static void main(String[] given) throws Exception {
    ApiClient client = Library.client(given[0], given[1]);
    RoomsApi rooms = new RoomsApi(client);
    String spaceId = new GroupsApi(client).listSpaces(10, null, null, null).getItems().get(0).getId();

    Room created = rooms.createRoom(spaceId, new CreateRoomRequest().name("By Java"), null);
    check("By Java".equals(rooms.getRoom(spaceId, created.getId()).getName()), "the room has another name");

    GenerateAccessRequest person =
        new GenerateAccessRequest().username("Ivan").role(GenerateAccessRequest.RoleEnum.USER);
    String link = new AccessLinksApi(client).generateAccess(spaceId, created.getId(), person, null).getUrl();
    check(link.contains("accessToken="), "the link has no token");

    refused(() -> rooms.getRoom(spaceId, spaceId), 404, "not_found");
    refused(() -> rooms.createRoom(spaceId, new CreateRoomRequest().name(""), null), 422, "validation_failed");
    System.exit(0);
  }
}
