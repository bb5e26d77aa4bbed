"""VRM avatars and VRMA motions: what they add to glTF."""
