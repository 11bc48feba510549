package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/url"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"github.com/pion/webrtc/v4"
)

const pingEvery = 5 * time.Second

var qualities = []string{"LOW", "MEDIUM", "HIGH"}

type fields = map[string]any

// The messages of LiveKit in their JSON form, which omits fields with default values.
type message struct {
	TrackPublished *struct{ Cid string }
	Answer         *struct{ Sdp string }
	Trickle        *struct{ CandidateInit, Target string }
	Leave          *fields
	Wanted         *struct {
		SubscribedQualities []struct {
			Quality string
			Enabled bool
		}
	} `json:"subscribedQualityUpdate"`
}

type signalling struct {
	socket *websocket.Conn
	lock   sync.Mutex
}

func (s *signalling) say(words fields) {
	s.lock.Lock()
	defer s.lock.Unlock()
	must(s.socket.WriteJSON(words))
}

// Joins one person; media flows when it returns. This old protocol version has no second connection for receiving.
func join(person Person) *sender {
	address := fmt.Sprintf("%s/rtc?protocol=2&auto_subscribe=0&sdk=go&access_token=%s", person.URL, url.QueryEscape(person.Token))
	socket, _, err := websocket.DefaultDialer.Dial(address, nil)
	must(err)
	talk := &signalling{socket: socket}
	// LiveKit sends a greeting in its binary form first.
	_, _, err = socket.ReadMessage()
	must(err)
	connection := newConnection()
	made := newSender(connection, person)
	connected := make(chan struct{})
	connection.OnICEConnectionStateChange(func(state webrtc.ICEConnectionState) {
		if state == webrtc.ICEConnectionStateConnected {
			close(connected)
		}
	})
	announced := talk.announce(person)
	offer := func() {
		description, err := connection.CreateOffer(nil)
		must(err)
		gathered := webrtc.GatheringCompletePromise(connection)
		must(connection.SetLocalDescription(description))
		<-gathered
		talk.say(fields{"offer": fields{"type": "offer", "sdp": connection.LocalDescription().SDP}})
	}
	go func() {
		for range time.Tick(pingEvery) {
			talk.say(fields{"ping": fmt.Sprint(time.Now().UnixMilli())})
		}
	}()
	go func() {
		for {
			kind, bytes, err := socket.ReadMessage()
			must(err)
			if kind != websocket.TextMessage {
				continue
			}
			var said message
			must(json.Unmarshal(bytes, &said))
			if said.TrackPublished != nil {
				if announced--; announced == 0 {
					offer()
				}
			}
			made.hear(connection, said)
		}
	}()
	<-connected
	return made
}

// Announces the tracks. @returns their number
func (s *signalling) announce(person Person) int {
	layers := []fields{}
	for n, size := range person.Layers {
		layers = append(layers, fields{
			"quality": qualities[n], "width": size.Width, "height": size.Height, "bitrate": size.Bitrate,
		})
	}
	largest := person.Layers[len(person.Layers)-1]
	if len(layers) == 1 {
		layers[0]["quality"] = "HIGH"
	}
	s.say(fields{"addTrack": fields{
		"cid": "camera", "type": "VIDEO", "source": "CAMERA", "layers": layers,
		"width": largest.Width, "height": largest.Height,
		"simulcastCodecs": []fields{{"codec": "vp8", "cid": "camera", "layers": layers}},
	}})
	if person.Sound == "" {
		return 1
	}
	s.say(fields{"addTrack": fields{"cid": "microphone", "type": "AUDIO", "source": "MICROPHONE"}})
	return 2
}

func (s *sender) hear(connection *webrtc.PeerConnection, said message) {
	switch {
	case said.Answer != nil:
		must(connection.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: said.Answer.Sdp}))
	case said.Trickle != nil && said.Trickle.Target != "SUBSCRIBER":
		var candidate webrtc.ICECandidateInit
		must(json.Unmarshal([]byte(said.Trickle.CandidateInit), &candidate))
		must(connection.AddICECandidate(candidate))
	case said.Leave != nil:
		log.Fatal("somebody was sent away")
	case said.Wanted != nil && len(s.layers) > 1:
		for _, wanted := range said.Wanted.SubscribedQualities {
			for n, name := range qualities[:len(s.layers)] {
				if name == wanted.Quality || (n == 0 && wanted.Quality == "") {
					s.layers[n].isWanted.Store(wanted.Enabled)
				}
			}
		}
	}
}
