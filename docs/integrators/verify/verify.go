package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const tolerance = 300 * time.Second

type Event struct {
	EventName string `json:"eventName"`
	RoomID    string `json:"roomId"`
	SpaceID   string `json:"spaceId"`
	RecordID  string `json:"recordId,omitempty"`
	CallID    string `json:"callId,omitempty"`
}

func sign(secret string, signed []byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(signed)
	return mac.Sum(nil)
}

var seconds = regexp.MustCompile(`^[0-9]{1,12}$`)

// OpenByHeaders returns the event, or nil if the signature in the headers is wrong or too old.
// raw is the request's body as it came (io.ReadAll), now is time.Now().
func OpenByHeaders(raw []byte, headers http.Header, secret string, now time.Time) *Event {
	id, sentAt := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	if !seconds.MatchString(sentAt) {
		return nil
	}
	at, _ := strconv.ParseInt(sentAt, 10, 64)
	if now.Sub(time.Unix(at, 0)).Abs() > tolerance {
		return nil
	}
	signature := sign(secret, append([]byte(id+"."+sentAt+"."), raw...))
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(signature))
	// There are two signatures while a new secret overlaps the old one.
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), expected) {
			var whole struct{ Body *Event }
			if json.Unmarshal(raw, &whole) == nil {
				return whole.Body
			}
		}
	}
	return nil
}

// OpenByBody returns the event, or nil if the signature in the body is wrong: for code without access to the headers.
func OpenByBody(raw []byte, secret string) *Event {
	if len(raw) < 88 {
		return nil
	}
	// {"signature":"64 hex digits","body":INNER}: the signature is over the bytes of INNER.
	inner := raw[87 : len(raw)-1]
	signature := hex.EncodeToString(sign(secret, inner))
	expected := `{"signature":"` + signature + `","body":` + string(inner) + `}`
	var event *Event
	if !hmac.Equal(raw, []byte(expected)) || json.Unmarshal(inner, &event) != nil {
		return nil
	}
	return event
}
