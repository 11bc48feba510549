import org.openapitools.client.ApiClient;
import org.openapitools.client.model.Error;

class Library {
  static ApiClient client(String baseUrl, String token) {
    ApiClient client = new ApiClient();
    client.setBasePath(baseUrl);
    client.setBearerToken(token);
    return client;
  }

  static Error error(String body) throws Exception {
    return Error.fromJson(body);
  }
}
