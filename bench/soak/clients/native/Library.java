import org.openapitools.client.ApiClient;
import org.openapitools.client.model.Error;

class Library {
  static ApiClient client(String baseUrl, String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(baseUrl);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return client;
  }

  static Error error(String body) throws Exception {
    return ApiClient.createDefaultObjectMapper().readValue(body, Error.class);
  }
}
