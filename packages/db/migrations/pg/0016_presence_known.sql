insert into device_presence (device_id, at, online) select id, coalesce(cloud_online_at, created_at), cloud_online from devices where cloud_online is not null;
